import type { OwnNetwork, StationReject } from "@jetwire/protocol";
import type { ReactNode } from "react";
import { clock } from "../data/clock.ts";
import { useStore } from "../data/store.ts";
import { Foreign, ForeignName } from "../words/foreign.tsx";
import { en } from "../words/en.ts";
import { shortIdent } from "../words/ident.ts";
import { count } from "../words/numbers.ts";
import { age } from "../words/time.ts";

/** The refusals of the visitor's network, with what to change. */
export function Refusals({ refused }: { refused: OwnNetwork["refused"] }): ReactNode {
  return (
    <section className="panel" aria-labelledby="refused">
      <h2 id="refused">{en.heard.refusalsOfNetwork}</h2>
      <ReasonTable refused={refused} idents={refused.map(({ ident }) => ident)} />
    </section>
  );
}

interface ReasonTableProps {
  readonly refused: readonly StationReject[];
  /** The ident that each of them names, where they are of several. */
  readonly idents?: readonly (string | null)[];
}

/** Refused objects by reason: how many, when the last was, and what to change. */
export function ReasonTable({ refused, idents }: ReasonTableProps): ReactNode {
  const nowMs = useStore(clock);
  return (
    <div className="table-scroll">
      <table className="table">
        <thead>
          <tr>
            {idents && <th scope="col">{en.heard.ident}</th>}
            <th scope="col">{en.heard.reason}</th>
            <th scope="col">{en.heard.detail}</th>
            <th scope="col" className="number">
              {en.heard.times}
            </th>
            <th scope="col">{en.heard.last}</th>
          </tr>
        </thead>
        <tbody>
          {refused.map(({ reason, count: times, lastAt, detail }, index) => (
            <tr key={`${idents?.[index] ?? ""} ${reason}`}>
              {idents && (
                <td>
                  {idents[index] == null ? (
                    <span className="quiet">{en.heard.noIdent}</span>
                  ) : (
                    <ForeignName text={shortIdent(idents[index])} />
                  )}
                </td>
              )}
              <td>{en.reasons[reason] ?? reason}</td>
              <td className="quiet">
                <Foreign text={detail} />
              </td>
              <td className="number">{count(times)}</td>
              <td>{age(nowMs - Date.parse(lastAt))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
