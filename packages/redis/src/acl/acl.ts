import { type ServiceName, serviceNames } from "@jetwire/protocol";
import { createHash } from "node:crypto";
import { keyPatterns } from "./key-patterns.ts";
import {
  type AclRule,
  connectionCommands,
  refusedCommands,
  serviceRules,
} from "./service-rules.ts";

/** The users of a deployment: one per service, and the operator's. */
export type AclUser = ServiceName | "operator";
export const aclUsers: readonly AclUser[] = [...serviceNames, "operator"];

/** Passwords by user. */
export type AclPasswords = Readonly<Record<AclUser, string>>;

/** Returns the name of a user, which has the namespace in it: deployments may share a server. */
export function aclUserName(namespace: string, user: AclUser): string {
  return `${namespace}-${user}`;
}

/** Returns an address of Redis for a user. */
export function aclUrl(url: string, name: string, password: string): string {
  const credentials = `${encodeURIComponent(name)}:${encodeURIComponent(password)}@`;
  return url.replace(/^([a-z+]+:\/\/)(?:[^@/]*@)?/, (_, scheme: string) => scheme + credentials);
}

/**
 * Returns the rules of a user, each an argument of `ACL SETUSER`. They replace those that the user has.
 */
export function aclRules(namespace: string, user: AclUser, password: string): readonly string[] {
  const hash = createHash("sha256").update(password).digest("hex");
  const login = ["reset", "on", `#${hash}`];
  if (user === "operator") return [...login, "allkeys", "allchannels", "+@all"];
  const rules = serviceRules[user](keyPatterns(namespace)).map(selectorOf);
  const refused = refusedCommands.map((name) => `-${name}`);
  return [...login, ...connectionCommands.map((name) => `+${name}`), ...refused, ...rules];
}

/**
 * Nobody can log in as the user `default`, but a starting server runs the append-only file as it:
 * without these rights it would leave out every transaction and everything that scripts wrote.
 */
const defaultUser = "user default off resetpass allkeys allchannels +@all";

/** Returns the content of an ACL file (`aclfile`): these users, and no access without a password. */
export function aclFile(namespace: string, passwords: AclPasswords): string {
  const users = aclUsers.map((user) => {
    const [, ...rules] = aclRules(namespace, user, passwords[user]);
    return `user ${aclUserName(namespace, user)} ${rules.join(" ")}`;
  });
  return `${[defaultUser, ...users].join("\n")}\n`;
}

/** A selector: a set of rights of its own (https://redis.io/docs/latest/operate/oss_and_stack/management/security/acl/). */
function selectorOf({ keys = [], reads = [], channels = [], commands }: AclRule): string {
  const parts = [
    ...keys.map((pattern) => `~${pattern}`),
    ...reads.map((pattern) => `%R~${pattern}`),
    ...channels.map((pattern) => `&${pattern}`),
    ...commands.split(" ").map((name) => (name.startsWith("-") ? name : `+${name}`)),
  ];
  return `(${parts.join(" ")})`;
}
