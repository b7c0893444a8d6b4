import type { ReadMessage } from "@jetwire/protocol";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Foreign, ForeignName } from "../words/foreign.tsx";
import { en } from "../words/en.ts";
import { count, decibels, megahertz } from "../words/numbers.ts";

type Reception = NonNullable<ReadMessage["receptions"]>["items"][number];

/** The stations that received a transmission. */
export function ReceptionsTab({ message }: { message: ReadMessage }): ReactNode {
  const { receptions } = message;
  const heads = en.message.receptionsTable;
  return (
    <>
      {receptions ? (
        <div className="table-scroll">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{heads.station}</th>
                <th scope="col">{heads.level}</th>
                <th scope="col" className="number">
                  {heads.delay}
                </th>
                <th scope="col" className="number">
                  {heads.frequency}
                </th>
              </tr>
            </thead>
            <tbody>
              {receptions.items.map((reception) => (
                <ReceptionRow
                  key={reception.messageId}
                  reception={reception}
                  isOpen={reception.messageId === message.id}
                />
              ))}
            </tbody>
          </table>
          {receptions.total > receptions.items.length && (
            <p className="quiet">
              {en.message.moreReceptions(receptions.total - receptions.items.length)}
            </p>
          )}
        </div>
      ) : (
        <p className="quiet">{en.message.notStored}</p>
      )}
      <p className="quiet small">
        <Foreign text={en.message.decoder(message.source)} />
        {". "}
        {proofOf(message.authenticated)}
      </p>
    </>
  );
}

function ReceptionRow({ reception, isOpen }: { reception: Reception; isOpen: boolean }): ReactNode {
  const { messageId, stationId, ident, level, delayMs, frequency } = reception;
  return (
    <tr aria-current={isOpen || undefined}>
      <td>
        <Link to="/stations/$id" params={{ id: String(stationId) }}>
          <ForeignName text={ident} />
        </Link>
        {isOpen && <span className="quiet small"> {en.message.thisOne}</span>}
      </td>
      <td>{level !== null && <Level level={level} />}</td>
      <td className="number">
        <Link to="/messages/$id" params={{ id: messageId }} className="nowrap">
          {delayMs === 0 ? en.message.first : en.message.delay(count(delayMs))}
        </Link>
      </td>
      <td className="number mono nowrap">{frequency !== null && megahertz(frequency)}</td>
    </tr>
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
