import type { AuditEntry } from "@jetwire/protocol";
import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Field } from "../form/field.tsx";
import { Form } from "../form/form.tsx";
import { useFields } from "../form/use-fields.ts";
import { Button } from "../ui/button.tsx";
import { downloadAs } from "../data/rest/download.ts";
import { endpoints } from "../data/rest/endpoints.ts";
import { useCommand } from "../data/rest/use-command.ts";
import { useRest } from "../data/rest/use-rest.ts";
import { QueryState } from "../ui/query-state/query-state.tsx";
import { CommandFailure } from "../sign-in/command-failure.tsx";
import { UntrustedText, UntrustedName } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { AccountLink, ObjectLink } from "./object-link.tsx";
import { Table } from "../table/table.tsx";
import { TimeCell } from "./time-cell.tsx";

const route = getRouteApi("/operator/{-$section}");
const rowsMax = 300;
const names = ["actor", "action", "object_kind", "object_id"] as const;

/** Actions of operators and owners, newest first. */
export function AuditLog(): ReactNode {
  const query = route.useSearch();
  const filters = Object.fromEntries(
    names.flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]]])),
  );
  const log = useRest(["audit-log", filters], (client, signal) =>
    Array.fromAsync(client.listAuditLog(filters, { signal, itemsMax: rowsMax })),
  );
  const download = useCommand(() => {
    const search = new URLSearchParams(filters).toString();
    return downloadAs("audit-log.ndjson", `/v1/operator/audit-log/export?${search}`);
  });
  return (
    <>
      <FilterForm />
      <div className="row-actions">
        <Button command={download}>{en.operator.export}</Button>
      </div>
      <CommandFailure command={download} />
      <QueryState query={log} lines={6}>
        {(shown) => (
          <Table
            isPanel
            caption={en.operator.sections.audit}
            rows={shown}
            keyOf={({ id }) => id}
            empty={en.operator.emptySearch}
            columns={[
              {
                head: en.operator.time,
                cell: ({ at }) => <TimeCell at={at} />,
                order: ["time", ({ at }) => at],
              },
              {
                head: en.operator.actor,
                cell: ({ actor, actorKind }) =>
                  actorKind === "account" ? (
                    <AccountLink username={actor} />
                  ) : (
                    <UntrustedName text={actor} />
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
                cell: ({ reason }) => reason !== null && <UntrustedText text={reason} />,
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
          {en.operator.detailNames[name] ?? name} <UntrustedText text={detailText(value)} />
        </div>
      ))}
    </div>
  );
}

/** Lists are shown as their members, and a member without a value as a dash. */
function detailText(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? "–" : value.map(detailText).join(", ");
  if (value === null) return "–";
  return typeof value === "string" ? value : JSON.stringify(value);
}

function FilterForm(): ReactNode {
  const { actor, action, object_kind, object_id } = route.useSearch();
  const navigate = route.useNavigate();
  const { field, read } = useFields(endpoints.listAuditLog.query, {
    actor,
    action,
    object_kind,
    object_id,
  });
  const labels = {
    actor: en.operator.actor,
    action: en.operator.action,
    object_kind: en.operator.kind,
    object_id: en.operator.object,
  };
  return (
    <Form
      layout="line"
      role="search"
      onSend={() => {
        const search = read();
        if (search !== null) void navigate({ search });
      }}
    >
      {names.map((name) => (
        <Field key={name} {...field(name)} label={labels[name]} />
      ))}
      <Button type="submit">{en.operator.search}</Button>
    </Form>
  );
}
