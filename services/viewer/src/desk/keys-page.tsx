import type { ApiKey, IssuedApiKey } from "@jetwire/protocol";
import { type ReactNode, useState } from "react";
import { Button } from "../look/button.tsx";
import { NeedsUser } from "../app/needs-user.tsx";
import { PageTitle } from "../app/page-title.tsx";
import { coarseClock } from "../data/clock.ts";
import { useStore } from "../data/store.ts";
import { useRest } from "../data/use-rest.ts";
import { display } from "../look/display.ts";
import { QueryState } from "../look/query-state.tsx";
import { Foreign } from "../words/foreign.tsx";
import { en } from "../words/en.ts";
import { shortTime } from "../words/time.ts";
import { DeskWayBack } from "./desk-way-back.tsx";
import { IssueKey } from "./issue-key.tsx";
import { IssuedKey } from "./issued-key.tsx";
import { RevokeKey } from "./revoke-key.tsx";
import "./desk.css";

/** The page of the account's API keys. */
export function KeysPage(): ReactNode {
  return (
    <NeedsUser title={en.keys.title} purpose={en.keys.purpose}>
      <Keys />
    </NeedsUser>
  );
}

function Keys(): ReactNode {
  const [issued, setIssued] = useState<IssuedApiKey | null>(null);
  const [isIssuing, setIssuing] = useState(false);
  const keys = useRest(["keys"], (client, signal) =>
    Array.fromAsync(client.listKeys({}, { signal })),
  );
  return (
    <div className="page">
      <div className="page-head">
        <DeskWayBack />
        <PageTitle text={en.keys.title} />
        <div className="page-commands">
          <Button kind="main" onClick={() => setIssuing(true)}>
            {en.keys.issue}
          </Button>
        </div>
      </div>
      <div className="page-body">
        <p className="quiet">{en.keys.purpose}</p>
        <QueryState query={keys} lines={3}>
          {(shown) =>
            shown.length === 0 ? <p className="empty">{en.keys.none}</p> : <KeyTable keys={shown} />
          }
        </QueryState>
      </div>
      {isIssuing && (
        <IssueKey
          onClose={() => setIssuing(false)}
          onIssued={(key) => {
            setIssuing(false);
            setIssued(key);
          }}
        />
      )}
      {issued && <IssuedKey issued={issued} onDone={() => setIssued(null)} />}
    </div>
  );
}

function KeyTable({ keys }: { keys: readonly ApiKey[] }): ReactNode {
  const { zone } = useStore(display);
  const nowMs = useStore(coarseClock);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  return (
    <div className="table-scroll panel">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{en.keys.hint}</th>
            <th scope="col">{en.keys.label}</th>
            <th scope="col">{en.keys.tier}</th>
            <th scope="col">{en.keys.scopes}</th>
            <th scope="col">{en.keys.created}</th>
            <th scope="col">{en.keys.expires}</th>
            <th scope="col">{en.keys.lastUsed}</th>
            <th scope="col">
              <span className="visually-hidden">{en.keys.revoke}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <tr key={key.id}>
              <td className="mono">{key.hint}…</td>
              <td>{key.label !== null && <Foreign text={key.label} />}</td>
              <td>{key.tier}</td>
              <td className="mono">{key.scopes.join(" ")}</td>
              <td>{shortTime(key.createdAt, zone, nowMs)}</td>
              <td>
                {key.expiresAt === null ? en.keys.never : shortTime(key.expiresAt, zone, nowMs)}
              </td>
              <td>
                {key.lastUsedAt === null ? en.keys.never : shortTime(key.lastUsedAt, zone, nowMs)}
              </td>
              <td>
                <Button kind="danger" onClick={() => setRevoking(key)}>
                  {en.keys.revoke}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {revoking && <RevokeKey apiKey={revoking} onClose={() => setRevoking(null)} />}
    </div>
  );
}
