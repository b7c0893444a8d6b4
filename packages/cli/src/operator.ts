import { hostname, userInfo } from "node:os";
import process from "node:process";
import type { Actor } from "@jetwire/db";

/** Returns the name of the user who runs the command line; `uid 12345` for one whose number the system does not know, as in a container. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? "unknown"}`;
  }
}

/** Returns who runs the command line, for the audit log: `user@host`. */
export function operator(): Actor {
  return { kind: "operator", name: `${userName()}@${hostname()}`.slice(0, 128) };
}
