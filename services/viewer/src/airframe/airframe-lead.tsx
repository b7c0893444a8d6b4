import type { Airframe, FlightSummary } from "@jetwire/protocol";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useStore } from "../data/store.ts";
import { flightName, routeOf } from "../flight/flight-names.ts";
import { RouteLine } from "../flight/route-line.tsx";
import { display } from "../ui/display/display.ts";
import { Lead } from "../ui/lead.tsx";
import { UntrustedText } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { altitude } from "../text/numbers.ts";
import { Age } from "../text/when.tsx";

const names = en.entity.airframe;

interface AirframeLeadProps {
  readonly airframe: Airframe;
  /** Its flights, the latest first; undefined while they are not known. */
  readonly flights: readonly FlightSummary[] | undefined;
}

/** Says who an airframe is, and what it is doing now. */
export function AirframeLead({ airframe, flights }: AirframeLeadProps): ReactNode {
  const active = flights?.find(({ status }) => status === "active");
  return (
    <Lead
      label={who(airframe)}
      tone={active && "good"}
      note={<Now airframe={airframe} active={active} />}
    >
      {active ? <Flight flight={active} /> : names.notFlying}
    </Lead>
  );
}

/** Says what registers know of an airframe, in one line. */
function who({ type, manufacturer, model, owner, operator }: Airframe): string {
  const built = [manufacturer, model].filter(Boolean).join(" ");
  const known = [built === "" ? type : built, operator ?? owner].filter(Boolean);
  return known.length === 0 ? names.unknownType : known.join(" · ");
}

function Flight({ flight }: { flight: FlightSummary }): ReactNode {
  return (
    <>
      <Link to="/flights/$id" params={{ id: flight.id }}>
        <UntrustedText text={flightName(flight)} />
      </Link>{" "}
      <RouteLine {...routeOf(flight)} />
    </>
  );
}

interface NowProps {
  readonly airframe: Airframe;
  readonly active: FlightSummary | undefined;
}

function Now({ airframe, active }: NowProps): ReactNode {
  const { units } = useStore(display);
  const { icao, lastHeardAt } = airframe;
  if (lastHeardAt === null) return names.registerOnly;
  return (
    <>
      {active?.altitude != null && `${altitude(active.altitude, units)} · `}
      {names.lastReceived} <Age iso={lastHeardAt} />
      {icao !== null && active && (
        <>
          {" · "}
          <Link to="/map" search={{ a: icao }}>
            {names.showOnMap}
          </Link>
        </>
      )}
    </>
  );
}
