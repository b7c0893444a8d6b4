import { Command, parseOptions, UsageError, wholeNumber } from "@jetwire/command-line";
import { z } from "zod";
import { readConfig } from "./config/read-config.ts";
import type { RelayConfig } from "./config/relay-config.ts";

const description = `Receives the lines of decoders, keeps them on disk through outages, and passes them on to any number of outputs.

Each output has a buffer and a position of its own, so a slow or dead one delays no other.`;

const examples = `
Where lines come from:
  udp:PORT, tcp:PORT                   decoders send to this port
  zmq://HOST:PORT                      a decoder publishes on a port of its own by ZeroMQ (mode=server)
  zmq-listen://HOST:PORT               decoders connect to this port by ZeroMQ (mode=client)
  mqtt://[USER:PASSWORD@]HOST/TOPIC    decoders publish to a broker, for example to acarsdec/#

Addresses of outputs:
  https://feed.example.org/v1/ingest   a Jetwire: compressed batches, sent again until they are on its disk
  udp://HOST:PORT                      one datagram for each line; never answered
  tcp://HOST:PORT                      a connection that is opened again when it breaks
  listen://HOST:PORT                   programs that connect to the relay

Examples:
  jetwire-relay --config /etc/jetwire/relay.json
  jetwire-relay --listen udp:5550 --listen tcp:5556 --to https://feed.example.org/v1/ingest
  jetwire-relay --listen zmq://127.0.0.1:5555 --listen 'mqtt://127.0.0.1/acarsdec/#' --to https://feed.example.org/v1/ingest
  jetwire-relay --config relay.json --check`;

const listenOption = z.string().transform((text, context) => {
  if (/^(?:zmq|zmq-listen|mqtts?):\/\//.test(text)) return { from: text };
  const [match, transport, port] = /^(udp|tcp):(\d{1,5})$/.exec(text) ?? [];
  if (match === undefined) {
    context.addIssue(`must be udp:PORT, tcp:PORT or the address of a publisher, not ${text}`);
    return z.NEVER;
  }
  return transport === "udp" ? { udp: Number(port) } : { tcp: Number(port) };
});

const Options = z.object({
  config: z.string().optional(),
  listen: z.array(listenOption).default([]),
  to: z.array(z.string()).default([]),
  directory: z.string().optional(),
  page: wholeNumber(0, 65_535).optional(),
  check: z.boolean().default(false),
});

/** Returns the command line of the relay, which calls `run` with the configuration unless it is only checked. */
export function createRelayCommand(
  run: (config: RelayConfig) => Promise<void>,
  stdout: { write(text: string): unknown },
): Command {
  return new Command("jetwire-relay")
    .description(description)
    .option("-c, --config <file>", "file with the configuration (JSON)")
    .option("--listen <port>", "port for decoders, or what they publish; may be repeated", collect)
    .option("--to <url>", "address of an output; may be repeated", collect)
    .option("--directory <dir>", "folder of the buffer (default: jetwire-relay)")
    .option("--page <port>", "port of the page on 127.0.0.1 (default: 8089)")
    .option("--check", "only check the configuration")
    .addHelpText("after", examples)
    .action(async (given: Record<string, unknown>) => {
      const { check, to, ...options } = parseOptions(Options, given);
      if (options.config === undefined && to.length === 0) {
        throw new UsageError("name --config, or --listen and --to");
      }
      const outputs = to.map((address, index) => ({ name: `to-${index + 1}`, to: address }));
      const config = readConfig({ ...options, outputs });
      if (check) stdout.write("the configuration is valid\n");
      else await run(config);
    });
}

function collect(value: string, values: readonly string[] = []): string[] {
  return [...values, value];
}
