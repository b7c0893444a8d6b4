import type { Environment } from "./read-variable.ts";

/**
 * Returns the environment of one of several services in a process: a variable that begins with the service's name, as in
 * `INGEST__REDIS_URL`, replaces the one that all of them share.
 */
export function serviceVariables(service: string, environment: Environment): Environment {
  const prefix = `${service.toUpperCase()}__`;
  const own = Object.entries(environment).flatMap(([name, value]) =>
    name.startsWith(prefix) ? [[name.slice(prefix.length), value] as const] : [],
  );
  return { ...environment, ...Object.fromEntries(own) };
}
