import { Link } from "@tanstack/react-router";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { clock } from "../../data/clock.ts";
import { useStore } from "../../data/store.ts";
import { useRest } from "../../data/rest/use-rest.ts";
import { Fact } from "../../entity/facts.tsx";
import { routeOf } from "../../flight/flight-names.ts";
import { RouteLine } from "../../flight/route-line.tsx";
import { rowOf, type ListedMessage } from "../../list/message-row.ts";
import { display } from "../../ui/display/display.ts";
import { SourceType } from "../../ui/marks.tsx";
import { QueryState } from "../../ui/query-state/query-state.tsx";
import { sourceTypeLook } from "../../ui/source-types.ts";
import { UntrustedText } from "../../text/untrusted-text.tsx";
import { en } from "../../text/en.ts";
import { altitude, degrees, position, speed } from "../../text/numbers.ts";
import { age, shortTime } from "../../text/time.ts";
import { latestOfSelected } from "../positions/follow-positions.ts";
import type { Aircraft } from "../positions/positions.ts";

interface AircraftPanelProps {
  readonly aircraft: Aircraft;
  readonly isFollowed: boolean;
  onFollow(): void;
  onClose(): void;
}

const messagesMax = 20;
/** The age from which the symbol is paler. */
const oldMs = 600_000;

/** The selected aircraft: its figures, and its last messages. */
export function AircraftPanel(props: AircraftPanelProps): ReactNode {
  const { aircraft, isFollowed, onFollow, onClose } = props;
  const { tail, icao, flight, flightId } = aircraft;
  return (
    <section className="map-panel" aria-label={tail ?? icao ?? flight ?? en.map.unknown}>
      <header className="map-panel-head">
        <h2 className="entity">
          {icao === null ? (
            <UntrustedText text={tail ?? en.map.unknown} />
          ) : (
            <Link to="/airframes/$icao" params={{ icao }}>
              <UntrustedText text={tail ?? icao} />
            </Link>
          )}
          {flight !== null && flightId !== null && (
            <>
              {" "}
              <Link to="/flights/$id" params={{ id: flightId }}>
                <UntrustedText text={flight} />
              </Link>
            </>
          )}
        </h2>
        <Button aria-pressed={isFollowed} onClick={onFollow}>
          {en.map.follow}
        </Button>
        <Button kind="plain" className="icon-button" aria-label={en.map.close} onClick={onClose}>
          <Icon of={X} />
        </Button>
      </header>
      <Figures aircraft={aircraft} />
      <h3>{en.map.lastMessages}</h3>
      <LastMessages airframeId={aircraft.airframeId} />
    </section>
  );
}

function Figures({ aircraft }: { aircraft: Aircraft }): ReactNode {
  const { flightId, sourceType, positionSource, atMs, latitude, longitude } = aircraft;
  const nowMs = useStore(clock);
  const { units } = useStore(display);
  const flight = useRest(
    ["flight", flightId],
    async (rest, signal) => await rest.readFlight({ id: flightId ?? "" }, { signal }),
    { staleMs: 60_000, isEnabled: flightId !== null },
  );
  const route = flight.data && routeOf(flight.data);
  const hasRoute = route !== undefined && (route.from.code ?? route.to.code) !== null;
  const { name } = sourceTypeLook(sourceType);
  const source = positionSource === "text" ? en.map.sourceText : en.map.source;
  const canEstimate = aircraft.track !== null && aircraft.speed !== null;
  return (
    <>
      <dl className="map-figures">
        <Fact name={en.map.type}>
          {aircraft.type !== null && <UntrustedText text={aircraft.type} />}
        </Fact>
        <Fact name={en.map.route}>{hasRoute && <RouteLine {...route} />}</Fact>
        <Fact name={en.map.altitude}>
          {aircraft.altitude !== null && altitude(aircraft.altitude, units)}
        </Fact>
        <Fact name={en.map.speed}>{aircraft.speed !== null && speed(aircraft.speed, units)}</Fact>
        <Fact name={en.map.track}>
          {aircraft.track !== null && trackText(aircraft.track, aircraft.trackDerived)}
        </Fact>
        <Fact name={en.map.at}>{position(latitude, longitude)}</Fact>
      </dl>
      {nowMs - atMs > oldMs && (
        <p className="warn small">{en.map.positionAge(age(nowMs - atMs))}</p>
      )}
      <p className="quiet small">{source(name, age(nowMs - atMs))}</p>
      {canEstimate && <p className="quiet small">{en.map.leader}</p>}
    </>
  );
}

function trackText(track: number, isDerived: boolean): string {
  return isDerived ? en.map.derived(degrees(track)) : degrees(track);
}

function LastMessages({ airframeId }: { airframeId: string }): ReactNode {
  const live = useStore(latestOfSelected);
  const query = useRest(["messages of", airframeId], async (rest, signal) => {
    const found: ListedMessage[] = [];
    const input = { airframe: airframeId, first: true, limit: messagesMax };
    for await (const message of rest.listMessages(input, { itemsMax: messagesMax, signal })) {
      found.push(message);
    }
    return found;
  });
  return (
    <QueryState query={query} lines={5}>
      {(stored) => {
        const known = new Set(live.map(({ groupId }) => groupId));
        const all = [...live, ...stored.filter(({ groupId }) => !known.has(groupId))];
        if (all.length === 0) return <p className="quiet">{en.map.noMessages}</p>;
        return (
          <ol className="map-messages">
            {all.slice(0, messagesMax).map((message) => (
              <MessageItem key={message.id} message={message} />
            ))}
          </ol>
        );
      }}
    </QueryState>
  );
}

function MessageItem({ message }: { message: ListedMessage }): ReactNode {
  const { zone } = useStore(display);
  const nowMs = useStore(clock);
  const { words } = rowOf(message);
  return (
    <li>
      <Link to="/messages/$id" params={{ id: message.id }} className="map-message">
        <time dateTime={message.timestamp}>{shortTime(message.timestamp, zone, nowMs)}</time>
        <SourceType type={message.sourceType} />
        <span className="map-message-words" data-kind={words.kind}>
          <UntrustedText text={words.title} />
        </span>
      </Link>
    </li>
  );
}
