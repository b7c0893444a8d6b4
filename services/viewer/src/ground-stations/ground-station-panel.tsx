import type { GroundStationDetails } from "@jetwire/protocol";
import { Link } from "@tanstack/react-router";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { useRest } from "../data/rest/use-rest.ts";
import { Fact, Facts } from "../entity/facts.tsx";
import { AirportLink } from "../flight/airport-link.tsx";
import { SourceType } from "../ui/marks.tsx";
import { QueryState } from "../ui/query-state/query-state.tsx";
import { type Column, Table } from "../table/table.tsx";
import { UntrustedText, UntrustedName } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { shortIdent } from "../text/ident.ts";
import { count, position } from "../text/numbers.ts";
import { Age } from "../text/when.tsx";
import { GroundStationFrequencies } from "./frequencies.tsx";
import { HourBars } from "./hour-bars.tsx";
import { groundStationName, typeOf } from "./systems.ts";

const names = en.stations.ground;
const frequenciesMax = 40;
const airportsMax = 20;

const receiverColumns: readonly Column<GroundStationDetails["receivers"][number]>[] = [
  {
    head: en.stations.station,
    cell: ({ id, ident }) => (
      <Link to="/stations/$id" params={{ id: String(id) }}>
        <UntrustedName text={shortIdent(ident)} />
      </Link>
    ),
  },
  { head: names.frames, isNumber: true, cell: ({ frames }) => count(frames) },
  {
    head: names.lastReceived,
    className: "nowrap",
    cell: ({ lastHeardAt }) => <Age iso={lastHeardAt} />,
  },
];

/** One ground station: where it is, its frequencies, and which stations receive it. */
export function GroundStationPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useRest(
    ["ground-station", id],
    async (rest, signal) => await rest.readGroundStation({ id }, { signal }),
  );
  return (
    <aside className="ground-panel" aria-label={names.unnamed(id)}>
      <div className="chart-head">
        <h2 className="entity">
          <UntrustedText
            text={query.data ? groundStationName(query.data) : names.unnamed(id.slice(0, 20))}
          />
        </h2>
        <Button kind="plain" className="icon-button" aria-label={names.close} onClick={onClose}>
          <Icon of={X} />
        </Button>
      </div>
      <QueryState query={query} lines={8}>
        {(station) => <Details station={station} />}
      </QueryState>
    </aside>
  );
}

function Details({ station }: { station: GroundStationDetails }): ReactNode {
  const { system, address, latitude, longitude, airports, positionSource, utcSync } = station;
  return (
    <>
      <Facts>
        <Fact name={names.kind}>
          <SourceType type={typeOf(system)} />
        </Fact>
        <Fact name={names.address}>
          <span className="mono">{address}</span>
        </Fact>
        <Fact name={names.position}>
          {latitude !== null && longitude !== null && (
            <>
              <span className="mono">{position(latitude, longitude)}</span>
              {positionSource !== null && (
                <span className="quiet"> {names.positionSources[positionSource]}</span>
              )}
            </>
          )}
        </Fact>
        <Fact name={names.airports}>
          {airports.length > 0 &&
            airports.slice(0, airportsMax).map((code) => (
              <span key={code}>
                <AirportLink code={code} />{" "}
              </span>
            ))}
        </Fact>
        {utcSync !== null && (
          <Fact name={names.utcSync}>
            {utcSync ? en.entity.airframe.yes : en.entity.airframe.no}
          </Fact>
        )}
        <Fact name={names.lastReceived}>
          {station.lastHeardAt !== null && <Age iso={station.lastHeardAt} />}
        </Fact>
      </Facts>
      <section className="column">
        <h3>{names.frequencies}</h3>
        <GroundStationFrequencies station={station} shownMax={frequenciesMax} />
      </section>
      <section className="column">
        <h3>{names.byHour}</h3>
        <HourBars hours={station.hours} />
      </section>
      <section className="column">
        <h3>{names.receivers}</h3>
        <Table
          caption={names.receivers}
          empty={names.noReceivers}
          rows={station.receivers}
          keyOf={({ id }) => id}
          columns={receiverColumns}
        />
      </section>
    </>
  );
}
