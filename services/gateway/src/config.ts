import {
  databaseVariables,
  integerVariable,
  portVariable,
  processVariables,
  redisVariables,
  switchVariable,
} from "@jetwire/runtime";
import { z } from "zod";

const listVariable = z.string().transform((text) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== ""),
);

export const GatewayConfig = z.object({
  ...processVariables,
  ...redisVariables,
  ...databaseVariables,
  GATEWAY_HOST: z.string().default("127.0.0.1"),
  GATEWAY_PORT: portVariable.default(8081),
  /** Lets several gateways of one host share the port. */
  GATEWAY_REUSE_PORT: switchVariable.default(false),
  /** Whether the firehose and station monitors are open to whoever shows no credentials. */
  PUBLIC_FIREHOSE: switchVariable.default(true),
  /**
   * Origins of web pages that may connect (`https://example.org`), besides pages on loopback;
   * `*` for all. Programs that aren't browsers send no origin and are not asked for one.
   */
  GATEWAY_ORIGINS: listVariable.default([]),
  /** Proxies whose X-Forwarded-For is believed, by address. */
  GATEWAY_TRUSTED_PROXIES: listVariable.default([]),
  /** Connections of one process at a time. */
  GATEWAY_CONNECTIONS_MAX: integerVariable(1, 1_000_000).default(20_000),
  /** Connections of one process from one address (IPv6: one /64) at a time. */
  GATEWAY_CONNECTIONS_PER_ADDRESS_MAX: integerVariable(1, 1_000_000).default(200),
  /** Over how long a gateway that goes down lets go of its clients. */
  DRAIN_SECONDS: z.coerce.number<string>().min(0).max(8).default(5),
});
export type GatewayConfig = z.infer<typeof GatewayConfig>;
