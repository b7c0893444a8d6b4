import type { Logger } from "@jetwire/runtime";
import type { OutputConfig } from "../config/relay-config.ts";
import { createJetwireOutput } from "./jetwire-output.ts";
import { openLineOutput } from "./open-line-output.ts";
import type { OutputSender } from "./output-sender.ts";

/** Opens the sender of an output. @throws an error if an address to listen on cannot be used */
export async function openOutput(config: OutputConfig, log: Logger): Promise<OutputSender> {
  const { to, stationKeys, collectSeconds } = config;
  if (!to.protocol.startsWith("http")) return await openLineOutput(to, log);
  return createJetwireOutput(to, { stationKeys, lingerMs: collectSeconds * 1_000 });
}
