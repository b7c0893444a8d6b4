import {
  databaseVariables,
  portVariable,
  processVariables,
  redisVariables,
} from "@jetwire/runtime";
import { z } from "zod";

/** The variables of the REST service. */
export const RestConfig = z.object({
  ...processVariables,
  ...redisVariables,
  ...databaseVariables,
  REST_HOST: z.string().default("127.0.0.1"),
  REST_PORT: portVariable.default(8080),
  /** Folder of the built web page, served at `/`; none when not set. */
  REST_VIEWER_DIR: z.string().optional(),
  /** Where clients find the realtime interface: told in `/v1/status`, allowed to the web page. */
  REST_WS_URL: z.url({ protocol: /^wss?$/ }).optional(),
  /** Addresses or networks of proxies whose `X-Forwarded-*` is believed: `loopback, 10.0.0.0/8`. */
  REST_TRUSTED_PROXIES: z
    .string()
    .default("")
    .transform((text) => text.split(/[\s,]+/).filter((part) => part !== "")),
  /** A replica to read messages and stations from, instead of DATABASE_URL. */
  DATABASE_READ_URL: z.string().optional(),
});
export type RestConfig = z.infer<typeof RestConfig>;
