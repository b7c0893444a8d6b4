import { until } from "@jetwire/testbed";
import { addKeyOwner, startReplica, startRest } from "./rest-under-test.ts";
import { signInVariables } from "./sign-in-under-test.ts";

export const email = "/v1/auth/email";

export const link = "/v1/auth/link";

interface Queued {
  readonly kind: string;
  readonly facts: { readonly link: string; readonly user: string };
}

/** Starts REST that sends mails with links. */
export async function openSignInLinks() {
  let namespaces = 0;
  const rest = await startRest({ ...signInVariables, SIGN_UPS_PER_HOUR_MAX: "1000" });

  async function mailsTo(address: string): Promise<readonly Queued[]> {
    return await rest.database.database.sql<Queued[]>`
    select kind, facts from mails where recipient = ${address} order by created_at`;
  }

  /** Waits for the next mail to an address, and returns the token of its link. */
  async function tokenSentTo(address: string, mails = 1): Promise<string> {
    await until("the mail is queued", async () => (await mailsTo(address)).length >= mails);
    const last = (await mailsTo(address)).at(-1);
    const [, token = ""] =
      /^https:\/\/jetwire\.example\/link#t=(.{43})$/.exec(last?.facts.link ?? "") ?? [];
    return token;
  }

  /** A service with limits of its own. */
  async function startLimited(environment: Record<string, string> = {}) {
    const namespace = `${rest.database.namespace}-${++namespaces}`;
    return await startReplica(rest.database, {
      ...signInVariables,
      JETWIRE_NAMESPACE: namespace,
      ...environment,
    });
  }

  async function addUser(username: string): Promise<{ accountId: string; address: string }> {
    const { accountId } = await addKeyOwner(rest.database, username);
    const address = `${username}@mail.example`;
    await rest.database.database
      .sql`update accounts set email = ${address} where id = ${accountId}`;
    return { accountId, address };
  }

  return {
    rest,
    mailsTo,
    tokenSentTo,
    startLimited,
    addUser,
    [Symbol.asyncDispose]: () => rest[Symbol.asyncDispose](),
  };
}
