import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { FormPanel } from "../../form/form-panel.tsx";
import { coarseClock } from "../../data/clock.ts";
import { useStore } from "../../data/store.ts";
import { useRest } from "../../data/rest/use-rest.ts";
import { display } from "../../ui/display/display.ts";
import { UntrustedName } from "../../text/untrusted-text.tsx";
import { en } from "../../text/en.ts";
import { shortIdent } from "../../text/ident.ts";
import { shortTime } from "../../text/time.ts";

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
              <UntrustedName text={shortIdent(station.ident)} />
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
