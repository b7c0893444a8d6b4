import type { AirframeWithTails } from "@jetwire/protocol";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Fact, Facts } from "../entity/facts.tsx";
import { countryName } from "../text/country.ts";
import { UntrustedText, UntrustedName } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { Age, When } from "../text/when.tsx";

const names = en.entity.airframe;

/** Shows the facts that registers and messages state about an airframe. */
export function AirframeFacts({ airframe }: { airframe: AirframeWithTails }): ReactNode {
  const { icao, type, manufacturer, model, countryCode, owner, operator, military } = airframe;
  const built = [manufacturer, model].filter(Boolean).join(" ");
  return (
    <Facts isShort>
      <Fact name={names.type}>
        {(type !== null || built !== "") && (
          <>
            {type !== null && (
              <Link to="/search" search={{ aircraft_type: type }}>
                <UntrustedText text={type} />
              </Link>
            )}{" "}
            <UntrustedText text={built} />
          </>
        )}
      </Fact>
      <Fact name={names.address}>
        {icao !== null && (
          <Link to="/search" search={{ icao }} className="mono">
            {icao}
          </Link>
        )}
      </Fact>
      <Fact name={names.registration}>
        {airframe.tailSource !== null && <Registration airframe={airframe} />}
      </Fact>
      <Fact name={names.country}>{countryCode !== null && countryName(countryCode)}</Fact>
      <Fact name={names.owner}>{owner !== null && <UntrustedName text={owner} />}</Fact>
      <Fact name={names.operator}>{operator !== null && <UntrustedName text={operator} />}</Fact>
      <Fact name={names.military}>{military !== null && (military ? names.yes : names.no)}</Fact>
      <Fact name={names.firstReceived}>
        {airframe.firstHeardAt !== null && <When iso={airframe.firstHeardAt} />}
      </Fact>
      <Fact name={names.lastReceived}>
        {airframe.lastHeardAt === null ? names.registerOnly : <Age iso={airframe.lastHeardAt} />}
      </Fact>
    </Facts>
  );
}

/** Shows the tail, what it is known from, and which other tails contradict it. */
function Registration({ airframe }: { airframe: AirframeWithTails }): ReactNode {
  const { tail, tailSource, registerTail, receivedTails } = airframe;
  const isSame = (one: string) => plainTail(one) === plainTail(tail ?? "");
  const received = receivedTails.find((one) => isSame(one.tail));
  const others = receivedTails.filter((one) => !isSame(one.tail));
  return (
    <>
      <UntrustedText text={tail ?? ""} />{" "}
      <span className="quiet">
        {tailSource === "register" && names.byRegister}
        {tailSource === "messages" && received && names.byStations(received.stations)}
      </span>
      {registerTail !== null && !isSame(registerTail) && (
        <div className="warn">
          <UntrustedText text={names.registerSays(registerTail)} />
        </div>
      )}
      {others.map((one) => (
        <div key={one.tail} className="warn">
          <UntrustedText text={names.alsoReceived(one.tail, one.stations)} />
        </div>
      ))}
    </>
  );
}

/** Returns a tail without hyphens, which vary. */
function plainTail(tail: string): string {
  return tail.replaceAll("-", "");
}
