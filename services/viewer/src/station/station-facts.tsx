import type { Station, StationStatus } from "@jetwire/protocol";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Fact, Facts } from "../entity/facts.tsx";
import { countryName } from "../text/country.ts";
import { UntrustedText } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { count, percent, position, signedText } from "../text/numbers.ts";
import { When } from "../text/when.tsx";

const names = en.stations;

/** Shows the facts about a station, and how it does. */
export function StationFacts(props: { station: Station; status: StationStatus }): ReactNode {
  const { station, status } = props;
  return (
    <Facts>
      <Fact name={names.proven}>{status.provenShare !== null && percent(status.provenShare)}</Fact>
      <Fact name={names.clock}>
        <Clock status={status} />
      </Fact>
      <Fact name={names.decoders}>
        <Programs programs={status.programs} />
      </Fact>
      <Fact name={names.position}>
        <Position station={station} />
      </Fact>
      <Fact name={names.owner}>{station.claimed ? names.claimed : names.unclaimed}</Fact>
      <Fact name={names.storedMessages}>
        <Link to="/search" search={{ station: String(station.id) }}>
          {count(station.messagesCount)}
        </Link>
      </Fact>
      <Fact name={names.firstMessage}>
        {station.firstHeardAt !== null && <When iso={station.firstHeardAt} />}
      </Fact>
      {status.since !== null && (
        <Fact name={names.offlineSince}>
          <When iso={status.since} />
        </Fact>
      )}
    </Facts>
  );
}

function Clock({ status }: { status: StationStatus }): ReactNode {
  const { clockOffsetSeconds, skewedShare } = status;
  if (clockOffsetSeconds === null) return en.states.unknown;
  return (
    <>
      {names.clockOf(signedText(clockOffsetSeconds))}
      {skewedShare !== null && skewedShare > 0 && (
        <span className="warn"> · {names.skewed(percent(skewedShare))}</span>
      )}
    </>
  );
}

function Programs({ programs }: { programs: StationStatus["programs"] }): ReactNode {
  if (programs.length === 0) return en.states.unknown;
  return programs.map(({ name, version }, index) => (
    <span key={`${name} ${version ?? ""}`}>
      {index > 0 && ", "}
      <UntrustedText text={version === null ? name : `${name} ${version}`} />
    </span>
  ));
}

function Position({ station: { latitude, longitude, countryCode } }: { station: Station }) {
  const country = countryCode === null ? null : countryName(countryCode);
  if (latitude === null || longitude === null) return country ?? names.noPosition;
  return (
    <>
      <span className="mono">{position(latitude, longitude, 1)}</span>
      {country !== null && `, ${country}`}
    </>
  );
}
