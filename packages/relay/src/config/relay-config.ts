import { stationKeyPattern } from "@jetwire/protocol";
import { z } from "zod";

const port = z.int().min(0, "must be a port, 0 to 65535").max(65_535, "must be a port, 0 to 65535");
const name = z
  .string()
  .regex(/^[\w.-]{1,32}$/, "must have 1 to 32 letters, digits, dots, dashes or underscores");
const host = z.string().min(1);
const mebibyte = 2 ** 20;

/** Reads `zmq://host:port`, `zmq-listen://host:port` or `mqtt(s)://host/topic`: what a decoder publishes to. */
const publisher = z.string().transform((text, context) => {
  const url = URL.parse(text);
  const isMqtt = url !== null && ["mqtt:", "mqtts:"].includes(url.protocol);
  const isZmq = url !== null && ["zmq:", "zmq-listen:"].includes(url.protocol);
  if (url !== null && url.hostname !== "") {
    if (isMqtt && topicOf(url) !== "") return url;
    if (isZmq && url.port !== "" && url.pathname.length <= 1) return url;
  }
  context.addIssue(
    // Without what may be a password.
    "must be zmq://host:port, zmq-listen://host:port or mqtt://host/topic",
  );
  return z.NEVER;
});

/** Returns the topic of an address of MQTT, with `#` and `+` as they are; `URL` would read `#` as a fragment. */
export function topicOf({ href }: URL): string {
  const sent = href.replace(/^[a-z]+:\/\/[^/]*\/?/, "");
  try {
    return decodeURIComponent(sent);
  } catch {
    return sent;
  }
}

/** A port that decoders send to, or a publisher; each takes every format. */
const Listen = z
  .strictObject({
    name: name.optional(),
    udp: port.optional(),
    tcp: port.optional(),
    from: publisher.optional(),
    host: host.optional(),
  })
  .refine(
    ({ udp, tcp, from }) => [udp, tcp, from].filter((one) => one !== undefined).length === 1,
    "must have one of udp, tcp and from",
  )
  .transform(({ name: given, udp, tcp, from, host: address }) => {
    if (from !== undefined) {
      const transport = from.protocol.slice(0, -1) as "zmq" | "zmq-listen" | "mqtt" | "mqtts";
      const fallback = `${transport}-${from.host}`.replaceAll(/[^\w.-]/g, "-").slice(0, 32);
      const number = Number(from.port) || (transport === "mqtts" ? 8_883 : 1_883);
      return { name: given ?? fallback, transport, port: number, host: from.hostname, from };
    }
    const transport = udp === undefined ? ("tcp" as const) : ("udp" as const);
    const number = udp ?? tcp ?? 0;
    return {
      name: given ?? `${transport}-${number}`,
      transport,
      port: number,
      host: address,
      from,
    };
  });

const addressTexts = {
  "http:": "a Jetwire",
  "https:": "a Jetwire",
  "udp:": "datagrams",
  "tcp:": "a connection",
  "listen:": "programs that connect",
};

/** Reads `udp://host:port`, `tcp://host:port`, `listen://host:port` or an http(s) URL. */
const address = z.string().transform((text, context) => {
  const url = URL.parse(text);
  const isLines = url !== null && ["udp:", "tcp:", "listen:"].includes(url.protocol);
  const isPlain = url !== null && url.username === "" && url.password === "";
  const hasPort = isLines && url.hostname !== "" && url.port !== "";
  if (url !== null && isPlain && url.protocol in addressTexts && (hasPort || !isLines)) return url;
  context.addIssue(
    `must be https://host/v1/ingest, udp://host:port, tcp://host:port or listen://host:port, not ${text}`,
  );
  return z.NEVER;
});

const limits = {
  /** Limits what waits for an output. */
  bufferMegabytes: z.number().min(0.125, "must be 0.125 or more").max(1_000_000).optional(),
  bufferHours: z
    .number()
    .positive()
    .max(72, "must be at most 72: Jetwire takes no older lines")
    .optional(),
};

const Output = z
  .strictObject({
    name,
    to: address,
    /** The names of the ports whose lines it gets; all by default. */
    from: z.array(name).min(1).optional(),
    /** The keys that prove messages of stations to a Jetwire. */
    stationKeys: z
      .array(
        z
          .string()
          .regex(stationKeyPattern, "must be a station key, jws_ and 22 letters and digits"),
      )
      .max(32)
      .default([]),
    /** The time in which lines are collected before they are sent to a Jetwire. */
    collectSeconds: z.number().min(0).max(60).default(1),
    ...limits,
  })
  .refine(({ to, stationKeys }) => stationKeys.length === 0 || to.protocol.startsWith("http"), {
    path: ["stationKeys"],
    message: "is for outputs to a Jetwire (https://…/v1/ingest)",
  });

/** The configuration of a relay. */
export const RelayConfig = z
  .strictObject({
    /** The address that the ports are opened on. */
    host: host.default("0.0.0.0"),
    listen: z.array(Listen).min(1, "must name at least one port").max(64),
    outputs: z.array(Output).min(1, "must name at least one output").max(16),
    /** The folder of the buffer. */
    directory: z.string().min(1).default("jetwire-relay"),
    bufferMegabytes: limits.bufferMegabytes.default(512),
    bufferHours: limits.bufferHours.default(48),
    page: z
      .strictObject({ host: host.default("127.0.0.1"), port: port.default(8089) })
      .prefault({}),
    logLevel: z.enum(["debug", "info", "warn", "error"]).default("info"),
  })
  .check(({ value, issues }) => {
    const inputs = new Set(value.listen.map((one) => one.name));
    const add = (path: (string | number)[], message: string) =>
      issues.push({ code: "custom", path, message, input: value });
    if (inputs.size < value.listen.length) add(["listen"], "must not have one name twice");
    const names = new Set(value.outputs.map((one) => one.name));
    if (names.size < value.outputs.length) add(["outputs"], "must not have one name twice");
    for (const [index, { from = [] }] of value.outputs.entries()) {
      const unknown = from.find((one) => !inputs.has(one));
      if (unknown !== undefined) {
        add(
          ["outputs", index, "from"],
          `names ${unknown}, which is none of listen: ${[...inputs].join(", ")}`,
        );
      }
    }
  });
export type RelayConfig = z.infer<typeof RelayConfig>;
export type OutputConfig = RelayConfig["outputs"][number];

/** Returns what may wait for an output. */
export function limitsOf(config: RelayConfig, output: OutputConfig) {
  return {
    bytesMax: (output.bufferMegabytes ?? config.bufferMegabytes) * mebibyte,
    msMax: (output.bufferHours ?? config.bufferHours) * 3_600_000,
  };
}
