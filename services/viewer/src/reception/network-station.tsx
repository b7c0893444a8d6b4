import type { NetworkStation } from "@jetwire/protocol";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { clock, coarseClock } from "../data/clock.ts";
import { useStore } from "../data/store.ts";
import { useCommand } from "../data/rest/use-command.ts";
import { Direction, SourceType } from "../ui/marks.tsx";
import { CommandFailure } from "../sign-in/command-failure.tsx";
import { UntrustedText, UntrustedName } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { shortIdent } from "../text/ident.ts";
import { count, rate, signedText } from "../text/numbers.ts";
import { age } from "../text/time.ts";
import { ReasonTable } from "./refusals.tsx";
import { stateMarks, receptionState } from "./reception-state.ts";

/** A station of the visitor's network: whether it is received, and what is wrong with it. */
export function NetworkStationView({ station }: { station: NetworkStation }): ReactNode {
  const { id, ident, sourceType, lastMessageAt, messagesPerMinute, refused, claim } = station;
  const nowMs = useStore(clock);
  const state = receptionState(station);
  const { now, usual } = messagesPerMinute;
  // The rate is of the last ten minutes: a station without a usual one that was silent for them is not called good.
  const isReceived = state === "usual" || (state === "received" && now > 0);
  const refusedCount = (refused ?? []).reduce((sum, one) => sum + one.count, 0);
  return (
    <li className="panel network-station" data-state={state}>
      <div className="network-station-line">
        <span className="station-mark" title={en.reception.states[state]}>
          <span aria-hidden="true">{stateMarks[state]}</span>
          <span className="visually-hidden">{en.reception.states[state]}</span>
        </span>
        <Link
          to="/stations/$id"
          params={{ id: String(id) }}
          className="network-station-ident"
          title={ident}
        >
          <UntrustedName text={shortIdent(ident)} />
        </Link>
        {sourceType !== null && <SourceType type={sourceType} />}
        {station.simulated && (
          <span className="badge badge-dashed quiet">{en.reception.simulated}</span>
        )}
        {station.provisional && (
          <span className="badge quiet" title={en.reception.provisionalHint}>
            {en.reception.provisional}
          </span>
        )}
        <strong className={isReceived ? "good" : ""}>
          {lastMessageAt === null
            ? en.reception.neverReceived
            : en.reception.received(age(nowMs - Date.parse(lastMessageAt)))}
        </strong>
        <span>
          {usual === null
            ? en.reception.perMinuteNew(rate(now))
            : en.reception.perMinute(rate(now), rate(usual))}
        </span>
        {refused !== null && (
          <span className={refusedCount > 0 ? "warn" : "quiet"}>
            {en.reception.refused(count(refusedCount))}
          </span>
        )}
        {station.clock && (
          <span>{en.reception.clock(signedText(station.clock.offsetSeconds))}</span>
        )}
        {station.decoder && (
          <span className="quiet">
            <UntrustedText
              text={[station.decoder.name, station.decoder.version].filter(Boolean).join(" ")}
            />
          </span>
        )}
        {claim === null && (
          <Link to="/desk/claim" search={{ station: String(id) }} className="button">
            {en.reception.claim}
          </Link>
        )}
      </div>
      {station.lastMessage && <LastMessage message={station.lastMessage} />}
      {refused !== null && refused.length > 0 && (
        <details>
          <summary>{en.reception.refusalsTitle}</summary>
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
        <UntrustedText text={message.tail ?? message.flightNumber ?? message.label ?? "·"} />
      </Link>{" "}
      <UntrustedText text={words} />
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
        <UntrustedName text={claimText(claim, name, nowMs)} />
      </span>
      {isDone && <span className="good">{en.reception.notMeDone}</span>}
      {!isDone && claim.disputable && <Button command={dispute}>{en.reception.notMe}</Button>}
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
  return (provisional ? en.reception.claimedProvisionallyBy : en.reception.claimedBy)(name, since);
}
