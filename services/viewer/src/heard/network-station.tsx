import type { NetworkStation } from "@jetwire/protocol";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Button } from "../look/button.tsx";
import { clock, coarseClock } from "../data/clock.ts";
import { useStore } from "../data/store.ts";
import { useCommand } from "../data/use-command.ts";
import { Direction, SourceType } from "../look/marks.tsx";
import { CommandFailure } from "../sign-in/command-failure.tsx";
import { Foreign, ForeignName } from "../words/foreign.tsx";
import { en } from "../words/en.ts";
import { shortIdent } from "../words/ident.ts";
import { count, rate, signed } from "../words/numbers.ts";
import { age } from "../words/time.ts";
import { ReasonTable } from "./refusals.tsx";
import { stateMarks, stationState } from "./station-state.ts";

/** A station of the visitor's network: whether it is received, and what is wrong with it. */
export function NetworkStationView({ station }: { station: NetworkStation }): ReactNode {
  const { id, ident, sourceType, lastMessageAt, messagesPerMinute, refused, claim } = station;
  const nowMs = useStore(clock);
  const state = stationState(station);
  const { now, usual } = messagesPerMinute;
  // The rate is of the last ten minutes: a station without a usual one that was silent for them is not called good.
  const isReceived = state === "usual" || (state === "received" && now > 0);
  const refusedCount = (refused ?? []).reduce((sum, one) => sum + one.count, 0);
  return (
    <li className="panel network-station" data-state={state}>
      <div className="network-station-line">
        <span className="station-mark" title={en.heard.states[state]}>
          <span aria-hidden="true">{stateMarks[state]}</span>
          <span className="visually-hidden">{en.heard.states[state]}</span>
        </span>
        <Link
          to="/stations/$id"
          params={{ id: String(id) }}
          className="network-station-ident"
          title={ident}
        >
          <ForeignName text={shortIdent(ident)} />
        </Link>
        {sourceType !== null && <SourceType type={sourceType} />}
        {station.simulated && (
          <span className="badge badge-dashed quiet">{en.heard.simulated}</span>
        )}
        {station.provisional && (
          <span className="badge quiet" title={en.heard.provisionalHint}>
            {en.heard.provisional}
          </span>
        )}
        <strong className={isReceived ? "good" : ""}>
          {lastMessageAt === null
            ? en.heard.neverReceived
            : en.heard.received(age(nowMs - Date.parse(lastMessageAt)))}
        </strong>
        <span>
          {usual === null
            ? en.heard.perMinuteNew(rate(now))
            : en.heard.perMinute(rate(now), rate(usual))}
        </span>
        {refused !== null && (
          <span className={refusedCount > 0 ? "warn" : "quiet"}>
            {en.heard.refused(count(refusedCount))}
          </span>
        )}
        {station.clock && <span>{en.heard.clock(signed(station.clock.offsetSeconds))}</span>}
        {station.decoder && (
          <span className="quiet">
            <Foreign
              text={[station.decoder.name, station.decoder.version].filter(Boolean).join(" ")}
            />
          </span>
        )}
        {claim === null && (
          <Link to="/desk/claim" search={{ station: String(id) }} className="button">
            {en.heard.claim}
          </Link>
        )}
      </div>
      {station.lastMessage && <LastMessage message={station.lastMessage} />}
      {refused !== null && refused.length > 0 && (
        <details>
          <summary>{en.heard.refusalsTitle}</summary>
          <ReasonTable refused={refused} />
        </details>
      )}
      {claim?.username != null && <ClaimedBy stationId={id} claim={claim} name={claim.username} />}
    </li>
  );
}

function LastMessage({ message }: { message: NonNullable<NetworkStation["lastMessage"]> }) {
  const words = message.description ?? message.text ?? "";
  return (
    <p className="network-station-last">
      <Direction direction={message.linkDirection} />{" "}
      <Link to="/messages/$id" params={{ id: message.id }}>
        <Foreign text={message.tail ?? message.flightNumber ?? message.label ?? "·"} />
      </Link>{" "}
      <Foreign text={words} />
    </p>
  );
}

function ClaimedBy({
  stationId,
  claim,
  name,
}: {
  stationId: number;
  claim: NonNullable<NetworkStation["claim"]>;
  name: string;
}): ReactNode {
  const nowMs = useStore(coarseClock);
  const dispute = useCommand((client) => client.disputeClaim({ id: String(stationId) }));
  const isDone = claim.disputed || dispute.isDone;
  return (
    <div className="network-station-line">
      <span>
        <ForeignName text={claimText(claim, name, nowMs)} />
      </span>
      {isDone && <span className="good">{en.heard.notMeDone}</span>}
      {!isDone && claim.disputable && <Button command={dispute}>{en.heard.notMe}</Button>}
      <CommandFailure command={dispute} />
    </div>
  );
}

function claimText(
  { at, provisional }: NonNullable<NetworkStation["claim"]>,
  name: string,
  nowMs: number,
): string {
  const since = age(nowMs - Date.parse(at ?? ""));
  return (provisional ? en.heard.claimedProvisionallyBy : en.heard.claimedBy)(name, since);
}
