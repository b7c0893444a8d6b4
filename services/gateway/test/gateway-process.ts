import { type GatewayProcess, startGatewayProcess as startProcess } from "@jetwire/testbed";
import type { Rig } from "./rig.ts";

export type { GatewayProcess };

/** Starts a gateway of a rig's deployment in a process of its own. */
export async function startGatewayProcess(
  rig: Rig,
  environment: Record<string, string> = {},
): Promise<GatewayProcess> {
  const { url: databaseUrl, redisUrl } = rig.database;
  const servers = { databaseUrl, redisUrl, namespace: rig.keys.namespace };
  return await startProcess(servers, environment);
}
