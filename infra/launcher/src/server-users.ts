import { randomBytes } from "node:crypto";
import { serviceNames } from "@jetwire/protocol";
import { backupRoleUrl, createBackupRole, roleUrl } from "@jetwire/db";
import { aclFile, aclUrl, aclUserName } from "@jetwire/redis";
import type { PortUsers } from "./ports.ts";
import type { Secrets } from "./secrets.ts";
import type { RedisAccess } from "./servers/redis.ts";
import { systemUser } from "./servers/system-user.ts";
import type { ServiceUrls } from "./services.ts";

/** Returns who may use the launcher's own Redis, and as which system user it runs. */
export async function redisAccess(
  env: NodeJS.ProcessEnv,
  { passwords }: Secrets,
): Promise<RedisAccess> {
  const namespace = namespaceOf(env);
  return {
    owner: await systemUser("redis"),
    aclFile: aclFile(namespace, passwords),
    name: aclUserName(namespace, "operator"),
    password: passwords.operator,
  };
}

/**
 * Returns the addresses of the servers for each service: with a user of its own on the launcher's
 * own servers, and unchanged on the operator's.
 *
 * @param own which servers are the launcher's
 */
export function serviceUrls(
  { redisUrl, databaseUrl }: ServiceUrls,
  own: Pick<PortUsers, "redis" | "postgres">,
  env: NodeJS.ProcessEnv,
  { passwords }: Secrets,
): (service: string) => ServiceUrls {
  const namespace = namespaceOf(env);
  return (name) => {
    const service = serviceNames.find((one) => one === name);
    return {
      redisUrl:
        own.redis && service !== undefined
          ? aclUrl(redisUrl, aclUserName(namespace, service), passwords[service])
          : redisUrl,
      databaseUrl:
        own.postgres && service !== undefined
          ? roleUrl(databaseUrl, service, passwords[service])
          : databaseUrl,
    };
  };
}

/**
 * Makes the role that takes back-ups, if they are asked for: the role of `chores` may not read all tables. Its password is new at
 * each start, because nothing else uses it.
 *
 * @param databaseUrl the launcher's own Postgres, as its owner
 * @returns the address for the role; null without BACKUP_TARGET
 */
export async function openBackupRole(
  env: NodeJS.ProcessEnv,
  databaseUrl: string,
): Promise<string | null> {
  if (!env["BACKUP_TARGET"]) return null;
  const password = randomBytes(24).toString("base64url");
  await createBackupRole(databaseUrl, password);
  return backupRoleUrl(databaseUrl, password);
}

function namespaceOf(env: NodeJS.ProcessEnv): string {
  return env["JETWIRE_NAMESPACE"] || "jw";
}
