import type { ReadMessage } from "@jetwire/protocol";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type Column, Table } from "../table/table.tsx";
import { SignalFacts } from "./signal-facts.tsx";
import { UntrustedText, UntrustedName } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { count, decibels, megahertz } from "../text/numbers.ts";

type Reception = NonNullable<ReadMessage["receptions"]>["items"][number];

const heads = en.message.receptionsTable;

const columns: readonly Column<Reception>[] = [
  { head: heads.level, cell: ({ level }) => level !== null && <Level level={level} /> },
  {
    head: heads.delay,
    isNumber: true,
    cell: ({ messageId, delayMs }) => (
      <Link to="/messages/$id" params={{ id: messageId }} className="nowrap">
        {delayMs === 0 ? en.message.first : en.message.delay(count(delayMs))}
      </Link>
    ),
  },
  {
    head: heads.frequency,
    isNumber: true,
    className: "mono nowrap",
    cell: ({ frequency }) => frequency !== null && megahertz(frequency),
  },
  {
    head: heads.snr,
    isNumber: true,
    className: "nowrap",
    cell: ({ snr }) => snr !== undefined && decibels(snr),
  },
];

/** The stations that received a transmission. */
export function ReceptionsTab({ message }: { message: ReadMessage }): ReactNode {
  const { id, receptions } = message;
  const isOpen = ({ messageId }: Reception): boolean => messageId === id;
  return (
    <>
      {receptions ? (
        <>
          <Table
            caption={en.message.tabs.receptions}
            rows={receptions.items}
            keyOf={({ messageId }) => messageId}
            isCurrent={isOpen}
            columns={[
              {
                head: heads.station,
                cell: (reception) => (
                  <>
                    <Link to="/stations/$id" params={{ id: String(reception.stationId) }}>
                      <UntrustedName text={reception.ident} />
                    </Link>
                    {isOpen(reception) && (
                      <span className="quiet small"> {en.message.thisOne}</span>
                    )}
                  </>
                ),
              },
              ...columns,
            ]}
          />
          {receptions.total > receptions.items.length && (
            <p className="quiet">
              {en.message.moreReceptions(receptions.total - receptions.items.length)}
            </p>
          )}
        </>
      ) : (
        <p className="quiet">{en.message.notStored}</p>
      )}
      <SignalFacts message={message} />
      <p className="quiet small">
        <UntrustedText text={en.message.decoder(message.source)} />
        {". "}
        {proofOf(message.authenticated)}
      </p>
    </>
  );
}

const levelMin = -50;

/** A level as a figure and as a bar, which is full at 0 dB. */
function Level({ level }: { level: number }): ReactNode {
  return (
    <span className="level">
      <span className="nowrap">{decibels(level)}</span>
      <meter min={levelMin} max={0} value={level} aria-hidden="true" />
    </span>
  );
}

function proofOf(authenticated: boolean | null): string {
  if (authenticated === null) return en.message.unproven;
  return authenticated ? en.message.proven : en.message.notProven;
}
