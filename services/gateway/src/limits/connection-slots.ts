import { accountConnections, type Quota } from "@jetwire/redis";
import type { CredentialResult, Credentials } from "../handshake/credentials.ts";
import type { EngineConnection } from "../connection/engine-connection.ts";

/**
 * Reserves a connection slot in each account of the credentials until the connection closes. All
 * replicas, and all keys and tokens of an account, share its connection slots. A credential whose
 * account has no free connection slot is returned as `over-limit`. Never rejects.
 *
 * @param max connection slots of one account
 */
export async function reserveConnectionSlots(
  connection: Pick<EngineConnection, "readyState" | "once">,
  credentials: Credentials,
  quota: Quota,
  max: number,
): Promise<Credentials> {
  const { account, session } = credentials;
  const accountId = account.status === "valid" ? account.identity.accountId : null;
  const userId = session.status === "valid" ? session.identity.userId : null;
  const refused = new Set<string | null>();
  for (const id of new Set([accountId, userId])) {
    if (id === null) continue;
    const name = accountConnections(id);
    if (!(await quota.reserve(name, max))) refused.add(id);
    else if (connection.readyState === "open") connection.once("close", () => quota.release(name));
    else quota.release(name);
  }
  return {
    account: withinLimit(account, refused.has(accountId)),
    session: withinLimit(session, refused.has(userId)),
  };
}

function withinLimit<Identity>(
  result: CredentialResult<Identity>,
  isRefused: boolean,
): CredentialResult<Identity> {
  return isRefused ? { status: "over-limit" } : result;
}
