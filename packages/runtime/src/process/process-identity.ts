import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import process from "node:process";

/** Names a process in its logs, metrics and traces, in the list of processes and in its leases. */
export interface ProcessIdentity {
  readonly service: string;
  /** Its number among the replicas of the service. Replicas may share it, and a restart keeps it: the label of logs and metrics. */
  readonly number: number;
  /**
   * The name that no other process has, on any host, now or after a restart. It names the host and the process for operators; the
   * random part makes it unique, because containers share process ids and may share host names.
   */
  readonly replica: string;
}

/** Creates the identity of a process that starts; each call makes another one. */
export function createProcessIdentity(service: string, number = 0): ProcessIdentity {
  const replica = `${hostname()}/${process.pid}/${randomBytes(6).toString("hex")}`;
  return { service, number, replica };
}
