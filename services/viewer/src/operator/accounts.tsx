import type { OperatorAccount } from "@jetwire/protocol";
import { getRouteApi } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { Field } from "../form/field.tsx";
import { Form } from "../form/form.tsx";
import { useFields } from "../form/use-fields.ts";
import { Button } from "../ui/button.tsx";
import { endpoints } from "../data/rest/endpoints.ts";
import { session } from "../data/session/session.ts";
import { useStore } from "../data/store.ts";
import { useRest } from "../data/rest/use-rest.ts";
import { QueryState } from "../ui/query-state/query-state.tsx";
import { UntrustedName } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import type { PendingAction } from "./action-dialog.tsx";
import { IssueFor } from "./issue-for.tsx";
import { Table } from "../table/table.tsx";
import { TimeCell } from "./time-cell.tsx";
import { useConfirmation } from "./use-confirmation.tsx";

const route = getRouteApi("/operator/{-$section}");
const rowsMax = 200;

/** Accounts, the newest first, and what an operator can do about them. */
export function Accounts(): ReactNode {
  const { q } = route.useSearch();
  const { ask, dialog } = useConfirmation("operator-accounts");
  const [issuing, setIssuing] = useState<OperatorAccount | null>(null);
  const ownId = useStore(session)?.user?.id;
  const accounts = useRest(["operator-accounts", q], (client, signal) =>
    Array.fromAsync(
      client.listOperatorAccounts(q === undefined ? {} : { q }, { signal, itemsMax: rowsMax }),
    ),
  );
  return (
    <>
      <SearchForm />
      <QueryState query={accounts} lines={6}>
        {(shown) => (
          <Table
            isPanel
            caption={en.operator.sections.accounts}
            rows={shown}
            keyOf={({ id }) => id}
            empty={q === undefined ? en.operator.empty.accounts : en.operator.emptySearch}
            columns={[
              {
                head: en.operator.user,
                cell: (account) => <UserCell account={account} />,
                order: ["user", ({ username }) => username],
              },
              {
                head: en.operator.role,
                cell: ({ role }) => en.operator.roles[role],
                order: ["role", ({ role }) => role],
              },
              { head: en.operator.tier, cell: ({ tiers }) => tiers.join(", ") },
              {
                head: en.operator.stations,
                isNumber: true,
                cell: ({ stations }) => stations,
                order: ["stations", ({ stations }) => stations],
              },
              {
                head: en.operator.keyCount,
                isNumber: true,
                cell: ({ keys }) => keys,
                order: ["keys", ({ keys }) => keys],
              },
              {
                head: en.operator.created,
                cell: ({ createdAt }) => <TimeCell at={createdAt} />,
                order: ["created", ({ createdAt }) => createdAt],
              },
              {
                head: en.operator.lastActive,
                cell: ({ lastActiveAt }) => <TimeCell at={lastActiveAt} />,
                order: ["active", ({ lastActiveAt }) => lastActiveAt],
              },
              {
                head: en.operator.actions,
                cell: (account) =>
                  account.endedAt === null &&
                  account.id !== ownId && (
                    <AccountActions account={account} ask={ask} onIssue={setIssuing} />
                  ),
              },
            ]}
          />
        )}
      </QueryState>
      {dialog}
      {issuing && <IssueFor account={issuing} onClose={() => setIssuing(null)} />}
    </>
  );
}

function UserCell({ account }: { account: OperatorAccount }): ReactNode {
  const { username, endedAt, bannedAt } = account;
  return (
    <>
      <UntrustedName text={username} />{" "}
      {endedAt !== null && <span className="badge quiet">{en.operator.ended}</span>}{" "}
      {bannedAt !== null && <span className="badge bad">{en.operator.banned}</span>}
    </>
  );
}

function AccountActions({
  account,
  ask,
  onIssue,
}: {
  account: OperatorAccount;
  ask: ReturnType<typeof useConfirmation>["ask"];
  onIssue: (account: OperatorAccount) => void;
}): ReactNode {
  const { id, username, role, bannedAt } = account;
  const otherRole = role === "operator" ? "user" : "operator";
  const isBanned = bannedAt !== null;
  const actions: readonly PendingAction[] = [
    {
      title: otherRole === "operator" ? en.operator.makeOperator : en.operator.makeUser,
      text: en.operator.roleText(username, en.operator.roles[otherRole]),
      canUndo: true,
      isDangerous: true,
      run: (client, reason) =>
        client.changeOperatorAccount({ id, body: { role: otherRole, reason } }),
    },
    {
      title: isBanned ? en.operator.unban : en.operator.ban,
      text: isBanned ? en.operator.unbanText(username) : en.operator.banText(username),
      canUndo: true,
      run: (client, reason) =>
        client.changeOperatorAccount({ id, body: { banned: !isBanned, reason } }),
    },
    {
      title: en.operator.signOut,
      text: en.operator.signOutText(username),
      canUndo: false,
      run: (client, reason) => client.signOutAccount({ id, body: { reason } }),
    },
    {
      title: en.operator.end,
      text: en.operator.endText(username),
      canUndo: false,
      confirm: username,
      run: (client, reason) => client.endAccount({ id, body: { reason } }),
    },
    {
      title: en.operator.erase,
      text: en.operator.eraseText(username),
      canUndo: false,
      confirm: username,
      run: (client, reason) => client.eraseAccount({ id, body: { confirm: username, reason } }),
    },
  ];
  return (
    <details>
      <summary>{en.operator.actions}</summary>
      <div className="row-actions">
        <Button onClick={() => onIssue(account)}>{en.operator.issue}</Button>
        {actions.map((action) => (
          <Button
            key={action.title}
            kind={action.canUndo ? undefined : "danger"}
            onClick={() => ask(action)}
          >
            {action.title}
          </Button>
        ))}
      </div>
    </details>
  );
}

function SearchForm(): ReactNode {
  const { q } = route.useSearch();
  const navigate = route.useNavigate();
  const { field, read } = useFields(endpoints.listOperatorAccounts.query, { q });
  return (
    <Form
      layout="line"
      role="search"
      onSend={() => {
        const body = read();
        if (body !== null) void navigate({ search: { q: body.q } });
      }}
    >
      <Field {...field("q")} label={en.operator.searchAccounts} />
      <Button type="submit">{en.operator.search}</Button>
    </Form>
  );
}
