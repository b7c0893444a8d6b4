import type { Fragment, Sql } from "../connection/database.ts";

/** The one who acts: an operator by name, an account by id, or a process by name. */
export type Actor = (
  | { readonly kind: "operator" | "system"; readonly name: string }
  | { readonly kind: "account"; readonly id: string }
) & {
  /** The reason why the actor does it, which becomes a detail of its actions. */
  readonly reason?: string | undefined;
};

/** The actor of what nobody asked for by name: a process, a test, an import. */
export const processActor: Actor = { kind: "system", name: "jetwire" };

type Detail = string | number | boolean | null | readonly (string | number)[];

/** An action of an operator or an owner. */
export interface ActionToRecord {
  readonly actor: Actor;
  /** The noun and the verb: `key.revoke`. */
  readonly action: string;
  /** The object of the action, by an id that says nothing about a person; an expression of `from` is allowed. */
  readonly object: { readonly kind: string; readonly id: string | number | Fragment };
  /** The account that the action concerns, which gets the record with its export. */
  readonly accountId?: string | Fragment | null | undefined;
  /** Values that were set. Names of accounts and stations do not belong here: an erasure could not reach them. */
  readonly details?: Readonly<Record<string, Detail | undefined>>;
}

const textLengthMax = 500;
const detailsMax = 20;
const listMax = 20;
const secretName = /key$|token|secret|password|hash/i;
const secretValue = /\bjw[a-z]*_[0-9A-Za-z]{20,}/g;

/**
 * Returns the statement that adds an action to the audit log. Make it a part of the statement that
 * acts, so that both happen or neither:
 *
 *     with done as (update … returning id),
 *     recorded as (${recordAction(sql, action, sql`from done`)})
 *     select id from done
 *
 * Awaited by itself it adds one row.
 *
 * @param from a `from` clause: one row is added for each of its rows
 * @throws Error for a detail that is named like a secret, or too many details
 */
export function recordAction(sql: Sql, recorded: ActionToRecord, from: Fragment = sql``): Fragment {
  const { actor, action, object, accountId = null, details = {} } = recorded;
  const name = actor.kind === "account" ? actor.id : actor.name;
  const id = typeof object.id === "object" ? object.id : sql`${String(object.id)}`;
  return sql`
    insert into audit_log (actor_kind, actor, action, object_kind, object_id, account_id, details)
    select ${actor.kind}::text, ${name}::text, ${action}::text, ${object.kind}::text, (${id})::text,
      (${accountId})::uuid, ${sql.json(presentable({ reason: actor.reason, ...details }))}::jsonb
    ${from}`;
}

/** Limits details in number and length, and hides what looks like a key or token. */
function presentable(
  details: NonNullable<ActionToRecord["details"]>,
): Record<string, string | number | boolean | null | (string | number)[]> {
  const given = Object.entries(details).filter(([, value]) => value !== undefined);
  if (given.length > detailsMax) throw new Error(`an action has at most ${detailsMax} details`);
  return Object.fromEntries(
    given.map(([name, value]) => {
      if (secretName.test(name)) throw new Error(`details of an action must not have ${name}`);
      if (Array.isArray(value)) return [name, value.slice(0, listMax).map(withoutSecrets)];
      return [name, withoutSecrets(value as Exclude<Detail, readonly unknown[]>)];
    }),
  );
}

function withoutSecrets<Value extends string | number | boolean | null>(
  value: Value,
): Value | string {
  if (typeof value !== "string") return value;
  return value.slice(0, textLengthMax).replaceAll(secretValue, "[hidden]");
}
