import type { HeldCounts } from "@jetwire/redis";
import type { Checked, Credentials } from "../handshake/credentials.ts";
import type { Wire } from "../connection/engine-connection.ts";

/**
 * Takes a place for a connection among those that its accounts may have, over all replicas and
 * whatever keys and tokens they came by, until it closes. A credential whose account has no place
 * left comes back as over its limit. Never rejects.
 */
export async function takeAccountPlaces(
  wire: Wire,
  credentials: Credentials,
  held: HeldCounts,
  max: number,
): Promise<Credentials> {
  const { account, session } = credentials;
  const accountId = account.outcome === "held" ? account.holder.accountId : null;
  const userId = session.outcome === "held" ? session.holder.userId : null;
  const taken = new Map<string, boolean>();
  for (const id of new Set([accountId, userId])) {
    if (id !== null) taken.set(id, await takeFor(wire, `account:${id}`, held, max));
  }
  return {
    ...credentials,
    account: placed(account, accountId, taken),
    session: placed(session, userId, taken),
  };
}

async function takeFor(wire: Wire, name: string, held: HeldCounts, max: number): Promise<boolean> {
  if (!(await held.take(name, max))) return false;
  if (wire.readyState === "open") wire.once("close", () => held.giveBack(name));
  else held.giveBack(name);
  return true;
}

function placed<Holder>(
  checked: Checked<Holder>,
  id: string | null,
  taken: ReadonlyMap<string, boolean>,
): Checked<Holder> {
  return id !== null && taken.get(id) === false ? { outcome: "over-limit" } : checked;
}
