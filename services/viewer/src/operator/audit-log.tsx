import type { AuditEntry } from "@jetwire/protocol";
import { getRouteApi } from "@tanstack/react-router";
import { type ReactNode, useId, useState } from "react";
import { downloadAs } from "../data/download.ts";
import { useAction } from "../data/use-action.ts";
import { useRest } from "../data/use-rest.ts";
import { Failure, QueryState } from "../look/query-state.tsx";
import { Foreign, ForeignName } from "../words/foreign.tsx";
import { en } from "../words/en.ts";
import { AccountLink, ObjectLink } from "./object-link.tsx";
import { OperatorTable } from "./operator-table.tsx";
import { TimeCell } from "./time-cell.tsx";

const route = getRouteApi("/operator/{-$section}");
const rowsMax = 300;
const names = ["actor", "action", "object_kind", "object_id"] as const;

/** Actions of operators and owners, newest first. */
export function AuditLog(): ReactNode {
  const query = route.useSearch();
  const action = useAction();
  const filters = Object.fromEntries(
    names.flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]]])),
  );
  const log = useRest(["audit-log", filters], (client, signal) =>
    Array.fromAsync(client.listAuditLog(filters, { signal, itemsMax: rowsMax })),
  );
  return (
    <>
      <FilterForm />
      <div className="row-actions">
        <button
          type="button"
          className="button"
          disabled={action.isRunning}
          onClick={() => {
            const search = new URLSearchParams(filters).toString();
            const path = `/v1/operator/audit-log/export?${search}`;
            void action.run(async () => await downloadAs("audit-log.ndjson", path));
          }}
        >
          {en.operator.export}
        </button>
      </div>
      {action.error && <Failure error={action.error} />}
      <QueryState query={log} lines={6}>
        {(shown) => (
          <OperatorTable
            caption={en.operator.sections.audit}
            rows={shown}
            keyOf={({ id }) => id}
            empty={en.operator.emptySearch}
            columns={[
              { head: en.operator.time, cell: ({ at }) => <TimeCell at={at} /> },
              {
                head: en.operator.actor,
                cell: ({ actor, actorKind }) =>
                  actorKind === "account" ? (
                    <AccountLink username={actor} />
                  ) : (
                    <ForeignName text={actor} />
                  ),
                order: ["actor", ({ actor }) => actor],
              },
              {
                head: en.operator.action,
                cell: (entry) => entry.action,
                order: ["action", (entry) => entry.action],
              },
              {
                head: en.operator.object,
                cell: ({ object }) => <ObjectLink object={object} />,
              },
              {
                head: en.operator.reason,
                cell: ({ reason }) => reason !== null && <Foreign text={reason} />,
              },
              {
                head: en.operator.details,
                cell: ({ details }) => <Details details={details} />,
              },
            ]}
          />
        )}
      </QueryState>
    </>
  );
}

/** The details of an action, as names and values; ids of rows that no page shows are left out. */
function Details({ details }: Pick<AuditEntry, "details">): ReactNode {
  const shown = Object.entries(details).filter(([name]) => !name.endsWith("Id"));
  return (
    <div className="preview-text quiet">
      {shown.map(([name, value]) => (
        <div key={name}>
          {en.operator.detailNames[name] ?? name}{" "}
          <Foreign text={typeof value === "string" ? value : JSON.stringify(value)} />
        </div>
      ))}
    </div>
  );
}

function FilterForm(): ReactNode {
  const id = useId();
  const query = route.useSearch();
  const navigate = route.useNavigate();
  const [texts, setTexts] = useState<Partial<Record<(typeof names)[number], string>>>(query);
  const labels = {
    actor: en.operator.actor,
    action: en.operator.action,
    object_kind: en.operator.kind,
    object_id: en.operator.object,
  };
  return (
    <form
      className="account-form"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        void navigate({
          search: Object.fromEntries(names.map((name) => [name, texts[name]?.trim() || undefined])),
        });
      }}
    >
      {names.map((name) => (
        <div key={name} className="field">
          <label htmlFor={`${id}-${name}`}>{labels[name]}</label>
          <input
            id={`${id}-${name}`}
            className="input"
            maxLength={128}
            value={texts[name] ?? ""}
            onChange={(event) => setTexts({ ...texts, [name]: event.target.value })}
          />
        </div>
      ))}
      <button type="submit" className="button">
        {en.operator.search}
      </button>
    </form>
  );
}
