import { serviceNames } from "@jetwire/protocol";
import { roleUrl } from "@jetwire/db";
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

function namespaceOf(env: NodeJS.ProcessEnv): string {
  return env["JETWIRE_NAMESPACE"] || "jw";
}
