import { UsageError, wholeNumber } from "@jetwire/command-line";
import { SniffFilter, WatchFilter } from "@jetwire/protocol";
import { sniffFilterOf, sourceTypes } from "@jetwire/protocol/plain";
import { ConfigError, readVariable } from "@jetwire/runtime";
import { z } from "zod";
import { type SettingName, settings } from "./settings.ts";

const sources = ["feed", "watch", "firehose"] as const;
const levels = ["debug", "info", "warn", "error"] as const;
const loopback = "127.0.0.1";
const outputsMax = 16;

/** An address to listen on. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

/** An output of lines in the form of decoders. */
interface LineOutput {
  /** `listen://HOST:PORT`, `tcp://HOST:PORT` or `udp://HOST:PORT`. */
  readonly to: URL;
  /** The source types whose messages it gets; null for all. */
  readonly types: readonly string[] | null;
}

const address = z.string().transform((text, context): Address => {
  const [, host = loopback, port = ""] = /^(?:(.+):)?(\d{1,5})$/.exec(text) ?? [];
  const number = Number(port);
  if (port !== "" && number <= 65_535)
    return { host: host.replace(/^\[(.*)\]$/, "$1"), port: number };
  context.addIssue(`must be PORT or HOST:PORT, not ${text}`);
  return z.NEVER;
});

/** Reads the types before `=`, as in `acars,vdl=15550`. */
const typed = z.string().transform((text, context) => {
  const [, names, rest = ""] = /^(?:([^=]*)=)?(.*)$/.exec(text) ?? [];
  const types = names === undefined ? null : names.split(",");
  const unknown = types?.find((name) => !(sourceTypes as readonly string[]).includes(name));
  if (unknown === undefined) return { types, rest };
  context.addIssue(`has the type ${unknown}, which is none of ${sourceTypes.join(", ")}`);
  return z.NEVER;
});

const listenOutput = typed.transform(({ types, rest }, context): LineOutput => {
  const parsed = address.safeParse(rest);
  if (parsed.success) {
    const { host, port } = parsed.data;
    const name = host.includes(":") ? `[${host}]` : host;
    return { to: new URL(`listen://${name}:${port}`), types };
  }
  context.addIssue(`must be [TYPES=][HOST:]PORT, not ${rest}`);
  return z.NEVER;
});

const sendOutput = typed.transform(({ types, rest }, context): LineOutput => {
  const to = URL.parse(rest);
  const isLine = to !== null && ["tcp:", "udp:"].includes(to.protocol);
  if (isLine && to.hostname !== "" && to.port !== "" && to.username === "") return { to, types };
  context.addIssue(`must be [TYPES=]tcp://HOST:PORT or udp://HOST:PORT, not ${rest}`);
  return z.NEVER;
});

const words = z.string().transform((text) => text.split(/\s+/).filter((word) => word !== ""));
const service = z.string("is missing: the address of the Jetwire").transform((text, context) => {
  const url = URL.parse(text);
  if (url !== null && ["http:", "https:"].includes(url.protocol) && url.pathname === "/") {
    return url.origin;
  }
  context.addIssue("must be an address like https://jetwire.example");
  return z.NEVER;
});
const broker = z.string().transform((text, context) => {
  const url = URL.parse(text);
  const isBroker = url !== null && ["mqtt:", "mqtts:"].includes(url.protocol);
  if (isBroker && url.hostname !== "" && url.pathname.length <= 1) return url;
  context.addIssue("must be mqtt://HOST:PORT or mqtts://HOST:PORT");
  return z.NEVER;
});
const topic = z
  .string()
  .regex(/^[^\p{Cc}+#$/][^\p{Cc}+#]*(?<!\/)$/u, "must be the begin of a topic, without + and #")
  .max(128);

const Settings = z
  .object({
    url: service,
    key: z.string().optional(),
    source: z.enum(sources, `must be one of ${sources.join(", ")}`).optional(),
    filter: z.string().default(""),
    directory: z.string().default("jetwire-bridge"),
    bufferMegabytes: wholeNumber(1, 100_000).default(64),
    mqtt: broker.optional(),
    mqttPrefix: topic.default("jetwire"),
    homeAssistant: topic.optional(),
    listen: words.pipe(z.array(listenOutput)).default([]),
    send: words.pipe(z.array(sendOutput)).default([]),
    sbs: address.optional(),
    aircraft: address.optional(),
    page: address.default({ host: loopback, port: 8088 }),
    logLevel: z.enum(levels, `must be one of ${levels.join(", ")}`).default("info"),
  })
  .transform(({ listen, send, source, filter, ...rest }) => ({
    ...rest,
    lines: [...listen, ...send],
    source: source ?? (filter === "" ? ("feed" as const) : ("watch" as const)),
    filter,
  }))
  .check(({ value, issues }) => {
    const add = (name: SettingName, message: string) =>
      issues.push({ code: "custom", path: [name], message, input: value });
    const { source, lines, mqtt, sbs, aircraft } = value;
    if (source !== "firehose" && value.key === undefined)
      add("key", `is missing: ${source} needs an API key`);
    if (source === "feed" && value.filter !== "")
      add("filter", "does not go with the feed, which is complete");
    if (value.homeAssistant !== undefined && mqtt === undefined)
      add("homeAssistant", "needs a broker (--mqtt)");
    if (value.homeAssistant !== undefined && source !== "feed")
      add("homeAssistant", "is for your own stations (--source feed)");
    if (lines.length > outputsMax) add("listen", `and --send are ${outputsMax} at most`);
    if (lines.length === 0 && mqtt === undefined && sbs === undefined && aircraft === undefined) {
      add("mqtt", "is missing, or another output: --listen, --send, --sbs or --aircraft");
    }
  })
  .transform(({ filter, source, ...rest }, context) => {
    const { filter: given, restOnly } = sniffFilterOf(
      Object.fromEntries(new URLSearchParams(filter)),
    );
    const [unknown] = restOnly;
    if (unknown !== undefined)
      context.addIssue({
        code: "custom",
        path: ["filter"],
        message: `has ${unknown}, which is no filter of streams`,
      });
    const schema = source === "watch" ? WatchFilter : SniffFilter;
    const result = source === "feed" ? null : schema.safeParse(given);
    for (const { path, message } of result?.error?.issues ?? []) {
      context.addIssue({
        code: "custom",
        path: ["filter"],
        message: `${path.join(".")} ${message}`.trim(),
      });
    }
    return { ...rest, source, filter: result?.data ?? {} };
  });

/** The source of a bridge, and its outputs. */
export type BridgeConfig = z.infer<typeof Settings>;

/**
 * Reads the configuration from variables.
 *
 * @throws UsageError that names each variable and option that is wrong, and what is allowed
 */
export function readBridgeConfig(
  environment: Readonly<Record<string, string | undefined>>,
): BridgeConfig {
  const values = Object.entries(settings).map(([name, { variable }]) => [name, read(variable)]);
  const result = Settings.safeParse(Object.fromEntries(values));
  if (result.success) return result.data;
  throw new UsageError(
    result.error.issues
      .map(({ path: [name], message }) => `${nameOf(String(name))} ${message}`)
      .join("; "),
  );

  function read(variable: string): string | undefined {
    try {
      return readVariable(variable, environment);
    } catch (error) {
      throw error instanceof ConfigError ? new UsageError(error.message, { cause: error }) : error;
    }
  }
}

function nameOf(name: string): string {
  const { variable, option } = settings[name as SettingName];
  return option === null ? variable : `${option.split(" ", 1)[0]} (${variable})`;
}
