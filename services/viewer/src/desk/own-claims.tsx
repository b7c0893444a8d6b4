import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { FormPanel } from "../form/form-panel.tsx";
import { coarseClock } from "../data/clock.ts";
import { useStore } from "../data/store.ts";
import { useRest } from "../data/use-rest.ts";
import { display } from "../look/display.ts";
import { ForeignName } from "../words/foreign.tsx";
import { en } from "../words/en.ts";
import { shortIdent } from "../words/ident.ts";
import { shortTime } from "../words/time.ts";

/** The user's claims and what became of them. */
export function OwnClaims(): ReactNode {
  const { zone } = useStore(display);
  const nowMs = useStore(coarseClock);
  const { data: claims = [] } = useRest(["claims"], (client, signal) =>
    Array.fromAsync(client.listClaims({}, { signal })),
  );
  if (claims.length === 0) return null;
  return (
    <FormPanel id="mine" title={en.claim.mine}>
      <ul className="choices">
        {claims.map(({ id, station, status, createdAt, decidedAt, evidence }) => (
          <li key={id} className="choice-line">
            <Link to="/stations/$id" params={{ id: String(station.id) }}>
              <ForeignName text={shortIdent(station.ident)} />
            </Link>
            <span className={status === "approved" || status === "provisional" ? "good" : "quiet"}>
              {en.claim.status[status]} · {shortTime(decidedAt ?? createdAt, zone, nowMs)}
            </span>
            {evidence && <span className="quiet">{en.claim.progress(evidence)}</span>}
          </li>
        ))}
      </ul>
    </FormPanel>
  );
}
