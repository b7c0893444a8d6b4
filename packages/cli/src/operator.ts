import { hostname, userInfo } from "node:os";
import type { Actor } from "@jetwire/db";

/** Returns who runs the command line, for the audit log: `user@host`. */
export function operator(): Actor {
  return { kind: "operator", name: `${userInfo().username}@${hostname()}`.slice(0, 128) };
}
