import type { ApiKey, IssuedApiKey } from "@jetwire/protocol";
import { type ReactNode, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { NeedsUser } from "../../app/needs-user.tsx";
import { PageTitle } from "../../app/page-title.tsx";
import { coarseClock } from "../../data/clock.ts";
import { useStore } from "../../data/store.ts";
import { useRest } from "../../data/rest/use-rest.ts";
import { display } from "../../ui/display/display.ts";
import { QueryState } from "../../ui/query-state/query-state.tsx";
import { Table } from "../../table/table.tsx";
import { UntrustedText } from "../../text/untrusted-text.tsx";
import { en } from "../../text/en.ts";
import { shortTime } from "../../text/time.ts";
import { DeskWayBack } from "../desk-way-back.tsx";
import { IssueKey } from "./issue-key.tsx";
import { IssuedKey } from "./issued-key.tsx";
import { RevokeKey } from "./revoke-key.tsx";
import "../desk.css";

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
  const time = (iso: string | null): string =>
    iso === null ? en.keys.never : shortTime(iso, zone, nowMs);
  return (
    <>
      <Table
        isPanel
        caption={en.keys.title}
        rows={keys}
        keyOf={({ id }) => id}
        columns={[
          { head: en.keys.hint, className: "mono", cell: ({ hint }) => `${hint}…` },
          {
            head: en.keys.label,
            cell: ({ label }) => label !== null && <UntrustedText text={label} />,
          },
          { head: en.keys.tier, cell: ({ tier }) => tier },
          { head: en.keys.scopes, className: "mono", cell: ({ scopes }) => scopes.join(" ") },
          { head: en.keys.created, cell: ({ createdAt }) => time(createdAt) },
          { head: en.keys.expires, cell: ({ expiresAt }) => time(expiresAt) },
          { head: en.keys.lastUsed, cell: ({ lastUsedAt }) => time(lastUsedAt) },
          {
            head: en.keys.revoke,
            isHeadHidden: true,
            cell: (key) => (
              <Button kind="danger" onClick={() => setRevoking(key)}>
                {en.keys.revoke}
              </Button>
            ),
          },
        ]}
      />
      {revoking && <RevokeKey apiKey={revoking} onClose={() => setRevoking(null)} />}
    </>
  );
}
