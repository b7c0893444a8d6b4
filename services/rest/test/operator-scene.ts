import * as db from "@jetwire/db";
import type { AuditEntry } from "@jetwire/protocol";
import { expect } from "vitest";
import { addKeyOwner, ask, startRest } from "./rest-under-test.ts";
import { signIn } from "./signed-in.ts";

/** Starts REST with an operator who is signed in. */
export async function openOperator() {
  const rest = await startRest({
    REST_TRUSTED_PROXIES: "127.0.0.1",
    REST_EXEMPT_ADDRESSES: "127.0.0.1",
  });
  const { accountId } = await addKeyOwner(rest.database, "olga", "unlimited");
  await db.accounts.setRole(rest.database.database.sql, accountId, "operator");
  const operator = { accountId, token: (await signIn(rest, accountId)).token };

  async function asOperator(method: string, path: string, body?: unknown): Promise<Response> {
    return await ask(`${rest.url}/v1/operator/${path}`, operator.token, { method, body });
  }

  async function read<Value>(path: string): Promise<Value> {
    const response = await asOperator("GET", path);
    expect(response.status).toBe(200);
    return (await response.json()) as Value;
  }

  async function act(method: string, path: string, body: object): Promise<number> {
    return (await asOperator(method, path, { reason: "for a test", ...body })).status;
  }

  async function newestAction(): Promise<AuditEntry | undefined> {
    return (await read<AuditEntry[]>("audit-log?limit=1"))[0];
  }

  return {
    rest,
    operator,
    asOperator,
    read,
    act,
    newestAction,
    [Symbol.asyncDispose]: () => rest[Symbol.asyncDispose](),
  };
}
