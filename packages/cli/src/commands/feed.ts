import type { Command } from "commander";
import { z } from "zod";
import { CliError } from "../cli-error.ts";
import type { Answering, Call } from "../command.ts";
import { feed, type FeedResult } from "../feed/feed.ts";
import { openHttpSender } from "../feed/http-sender.ts";
import { showProgress } from "../feed/progress.ts";
import type { Sender } from "../feed/sender.ts";
import { openTcpSender } from "../feed/tcp-sender.ts";
import { openUdpSender } from "../feed/udp-sender.ts";
import { openInput } from "../input.ts";

/** Kernel buffers hold some thousand datagrams; at this rate a receiver may pause for a second. */
const udpRate = 2_000;
const batchDefault = 200;

const Options = z.object({
  to: z.url({ protocol: /^(udp|tcp|https?)$/, error: "udp://host:port, tcp://… or http://…" }),
  rate: z.coerce.number("a number of lines a second").positive().max(1_000_000).optional(),
  station: z.string().min(1).max(64).optional(),
  batch: z.coerce.number("a number of lines").int().min(1).max(5_000).default(batchDefault),
});

const examples = `
Replays what decoders wrote, one object a line, byte for byte and in order. Over UDP it goes at
${udpRate} lines a second unless --rate says otherwise, so that no buffer overflows; over TCP and HTTP as
fast as the receiver takes it. Over HTTP busy receivers are retried and the answers summed up.

Examples:
  jetwire feed recorded.ndjson --to udp://127.0.0.1:5550
  jetwire feed recorded.ndjson --to http://127.0.0.1:8082/v1/ingest --batch 500
  acarsdec … | jetwire feed - --to tcp://127.0.0.1:5550 --station AB-KSFO1`;

export function addFeedCommand(program: Command, answering: Answering): void {
  program
    .command("feed")
    .argument("<file>", "lines of decoder output; - for standard input")
    .requiredOption("--to <url>", "udp://host:port, tcp://host:port or http://host:port/v1/ingest")
    .option("--rate <lines>", "lines a second")
    .option("--station <ident>", "set the station's ident in every object whose format has one")
    .option("--batch <lines>", "lines of one HTTP post", String(batchDefault))
    .description("send recorded decoder output to ingest")
    .addHelpText("after", examples)
    .action(answering(run));
}

async function run(call: Call) {
  const options = call.options(Options);
  const to = new URL(options.to);
  const { stream, size } = await openInput(call.terminal, call.args[0] ?? "-");
  await using sender = await openSender(to, options.batch);
  using progress = showProgress(call.terminal.stderr, size);
  const rate = options.rate ?? (to.protocol === "udp:" ? udpRate : null);
  const station = options.station ?? null;
  try {
    const result = await feed(stream, sender, { rate, station }, (bytes, lines) =>
      progress.update(bytes, lines),
    );
    return { value: result, text: describe(result), exitCode: result.sent < result.lines ? 1 : 0 };
  } finally {
    stream.destroy();
  }
}

async function openSender(to: URL, batch: number): Promise<Sender> {
  if (to.protocol === "http:" || to.protocol === "https:") return openHttpSender(to, batch);
  const port = Number(to.port);
  const host = to.hostname.replace(/^\[(.*)\]$/, "$1");
  if (host === "" || port === 0) throw new CliError("usage", "--to: host and port are needed");
  return to.protocol === "udp:" ? await openUdpSender(host, port) : await openTcpSender(host, port);
}

function describe(result: FeedResult): string {
  const { lines, sent, bytes, seconds, accepted, ignored, rejected, limited } = result;
  const rate = Math.round(sent / Math.max(seconds, 0.001));
  const out = `sent ${sent} of ${lines} lines (${bytes} bytes) in ${seconds} s, ${rate} a second`;
  if (accepted === undefined) return out;
  return `${out}\naccepted ${accepted}, ignored ${ignored}, rejected ${rejected}, limited ${limited}`;
}
