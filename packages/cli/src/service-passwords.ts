import { aclUsers, type AclUser } from "@jetwire/redis";
import { readVariable } from "@jetwire/runtime";
import { CliError } from "./cli-error.ts";
import type { Terminal } from "./terminal.ts";

const lengthMin = 16;

/** Returns the variable with the password of a user in Redis and Postgres: `REST_PASSWORD`. */
function variableOf(user: AclUser): string {
  return `${user.toUpperCase()}_PASSWORD`;
}

/**
 * Reads the passwords of the services and of the operator.
 *
 * @returns null if none is set: then all services use one user.
 * @throws CliError that names each variable that is missing or too short, or ConfigError
 */
export function readServicePasswords({
  env,
}: Pick<Terminal, "env">): Readonly<Record<AclUser, string>> | null {
  const given = aclUsers.map((user) => [user, readVariable(variableOf(user), env) ?? ""] as const);
  if (given.every(([, password]) => password === "")) return null;
  const short = given.filter(([, password]) => password.length < lengthMin);
  if (short.length === 0) return Object.fromEntries(given) as Record<AclUser, string>;
  const names = short.map(([user]) => variableOf(user)).join(", ");
  throw new CliError("usage", `${names}: expected at least ${lengthMin} characters`);
}
