import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import process from "node:process";

/**
 * Returns an identity that no other replica has, on any host, now or after a restart. It names the
 * host and the process for operators; the random part makes it unique, because containers share
 * process ids and may share host names.
 */
export function createReplicaId(): string {
  return `${hostname()}/${process.pid}/${randomBytes(6).toString("hex")}`;
}
