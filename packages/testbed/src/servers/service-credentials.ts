import { type ServiceName, serviceNames } from "@jetwire/protocol";
import { createServiceRoles, roleUrl } from "@jetwire/db";
import { aclRules, aclUrl, aclUserName } from "@jetwire/redis";
import { openTestRedis } from "./test-redis.ts";

/** Users of the services, with the rights that they have in a deployment. Disposal removes those of Redis. */
export interface ServiceCredentials extends AsyncDisposable {
  /** Returns the variables that a service gets. */
  of(service: ServiceName): { readonly DATABASE_URL: string; readonly REDIS_URL: string };
}

/** The password of every role and user. */
export const servicePassword = "a password of the testbed";

/** Creates a role and a Redis user for each service of a database and namespace. */
export async function createServiceCredentials(servers: {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly namespace: string;
}): Promise<ServiceCredentials> {
  const { databaseUrl, redisUrl, namespace } = servers;
  const passwords = Object.fromEntries(serviceNames.map((service) => [service, servicePassword]));
  await createServiceRoles(databaseUrl, passwords);
  await using redis = await openTestRedis(redisUrl);
  for (const service of serviceNames) {
    const rules = aclRules(namespace, service, servicePassword);
    await redis.call("ACL", "SETUSER", aclUserName(namespace, service), ...rules);
  }
  return {
    of: (service) => ({
      DATABASE_URL: roleUrl(databaseUrl, service, servicePassword),
      REDIS_URL: aclUrl(redisUrl, aclUserName(namespace, service), servicePassword),
    }),
    async [Symbol.asyncDispose]() {
      await using closing = await openTestRedis(redisUrl);
      const names = serviceNames.map((service) => aclUserName(namespace, service));
      await closing.call("ACL", "DELUSER", ...names);
    },
  };
}
