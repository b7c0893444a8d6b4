import type { OperatorKey } from "@jetwire/protocol";
import type { ReactNode } from "react";
import { Field } from "../form/field.tsx";
import { Form } from "../form/form.tsx";
import { useFields } from "../form/use-fields.ts";
import { Button } from "../ui/button.tsx";
import { endpoints } from "../data/rest/endpoints.ts";
import { useRest } from "../data/rest/use-rest.ts";
import { QueryState } from "../ui/query-state/query-state.tsx";
import { UntrustedText } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { count } from "../text/numbers.ts";
import { AccountLink } from "./object-link.tsx";
import { Table } from "../table/table.tsx";
import { TimeCell } from "./time-cell.tsx";
import { useConfirmation } from "./use-confirmation.tsx";

/** All API keys, and the tiers with their limits. */
export function OperatorKeys(): ReactNode {
  return (
    <>
      <h2>{en.operator.tiers}</h2>
      <Tiers />
      <h2>{en.operator.keys}</h2>
      <AllKeys />
    </>
  );
}

function AllKeys(): ReactNode {
  const { ask, dialog } = useConfirmation("operator-keys");
  const keys = useRest(["operator-keys"], (client, signal) =>
    Array.fromAsync(client.listOperatorKeys({}, { signal })),
  );
  function revoke({ id, hint }: OperatorKey): void {
    ask({
      title: en.operator.revoke,
      text: en.operator.revokeText(hint),
      canUndo: false,
      run: (client, reason) => client.revokeOperatorKey({ id, body: { reason } }),
    });
  }
  return (
    <>
      <QueryState query={keys} lines={5}>
        {(shown) => (
          <Table
            isPanel
            caption={en.operator.keys}
            empty={en.operator.empty.keys}
            rows={shown}
            keyOf={({ id }) => id}
            columns={[
              { head: en.operator.key, cell: ({ hint }) => <span className="mono">{hint}…</span> },
              {
                head: en.operator.user,
                cell: ({ account }) => <AccountLink {...account} />,
                order: ["user", ({ account }) => account.username],
              },
              {
                head: en.operator.tier,
                cell: ({ tier }) => tier,
                order: ["tier", ({ tier }) => tier],
              },
              {
                head: en.keys.scopes,
                cell: ({ scopes }) => <span className="mono">{scopes.join(" ")}</span>,
              },
              {
                head: en.operator.label,
                cell: ({ label }) => label !== null && <UntrustedText text={label} />,
              },
              {
                head: en.operator.created,
                cell: ({ createdAt }) => <TimeCell at={createdAt} />,
                order: ["created", ({ createdAt }) => createdAt],
              },
              {
                head: en.operator.expires,
                cell: ({ expiresAt }) =>
                  expiresAt === null ? en.operator.never : <TimeCell at={expiresAt} />,
              },
              {
                head: en.operator.lastUsed,
                cell: ({ lastUsedAt }) =>
                  lastUsedAt === null ? en.operator.never : <TimeCell at={lastUsedAt} />,
              },
              {
                head: en.operator.actions,
                cell: (key) =>
                  key.revokedAt === null ? (
                    <Button kind="danger" onClick={() => revoke(key)}>
                      {en.operator.revoke}
                    </Button>
                  ) : (
                    <span className="quiet">{en.operator.revoked}</span>
                  ),
              },
            ]}
          />
        )}
      </QueryState>
      {dialog}
    </>
  );
}

function Tiers(): ReactNode {
  const { ask, dialog } = useConfirmation("tiers");
  const tiers = useRest(["tiers"], (client, signal) =>
    Array.fromAsync(client.listTiers({}, { signal })),
  );
  function change(name: string, requestsPerMinute: number): void {
    ask({
      title: en.operator.changeTier(name),
      text: en.operator.changeTierText,
      canUndo: true,
      run: (client, reason) => client.setTier({ name, body: { requestsPerMinute, reason } }),
    });
  }
  return (
    <>
      <QueryState query={tiers} lines={3}>
        {(shown) => (
          <Table
            isPanel
            caption={en.operator.tiers}
            rows={shown}
            keyOf={({ name }) => name}
            columns={[
              { head: en.operator.tier, cell: ({ name }) => name },
              {
                head: en.operator.limit,
                isNumber: true,
                cell: ({ requestsPerMinute }) => count(requestsPerMinute),
              },
              { head: en.operator.keyCount, isNumber: true, cell: ({ keys }) => count(keys) },
            ]}
          />
        )}
      </QueryState>
      <TierForm onChange={change} />
      {dialog}
    </>
  );
}

function TierForm({
  onChange,
}: {
  onChange: (name: string, requestsPerMinute: number) => void;
}): ReactNode {
  const tier = useFields(endpoints.setTier.params, { name: "" });
  const limit = useFields(endpoints.setTier.body, { requestsPerMinute: 60 });
  return (
    <Form
      layout="line"
      onSend={() => {
        const [path, body] = [tier.read(), limit.read()];
        if (path !== null && body !== null) onChange(path.name, body.requestsPerMinute);
      }}
    >
      <Field {...tier.field("name")} label={en.operator.tier} />
      <Field {...limit.field("requestsPerMinute")} label={en.operator.limit} />
      <Button type="submit">{en.operator.save}</Button>
    </Form>
  );
}
