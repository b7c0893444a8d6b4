import type { Command } from "@jetwire/command-line";
import { openLineSender, parseFeedTarget } from "@jetwire/feeder";
import { stationKeyPattern } from "@jetwire/protocol";
import { z } from "zod";
import { CliError } from "../cli-error.ts";
import type { Answering, Call } from "../command.ts";
import { feed, type FeedResult } from "../feed/feed.ts";
import { showProgress } from "../progress.ts";
import { openInput } from "../input.ts";

/** Kernel buffers fit some thousand datagrams; at this rate a receiver may pause for a second. */
const udpRate = 2_000;
const batchDefault = 200;
/** A longer line is split into datagrams of this size, as relays do. */
const datagramBytesMax = 60_000;

const Options = z.object({
  to: z.string().transform((text, context) => {
    const target = parseFeedTarget(text);
    if (target !== null) return target;
    context.addIssue("must be udp://host:port, tcp://host:port or http://host:port/v1/ingest");
    return z.NEVER;
  }),
  rate: z.coerce
    .number("must be a number of lines per second")
    .positive()
    .max(1_000_000)
    .optional(),
  station: z.string().min(1).max(64).optional(),
  stationKey: z.string().regex(stationKeyPattern, "must be a station key").optional(),
  batch: z.coerce.number("must be a number of lines").int().min(1).max(5_000).default(batchDefault),
});

const examples = `
Sends recorded decoder output, one object per line, byte for byte and in order. The default rate over UDP
is ${udpRate} lines per second, so that no buffer overflows; over TCP and HTTP it is as fast as ingest reads.
Over HTTP the command repeats posts that ingest could not take, and prints the sums of its answers.

Examples:
  jetwire feed recorded.ndjson --to udp://127.0.0.1:5550
  jetwire feed recorded.ndjson --to http://127.0.0.1:8082/v1/ingest --batch 500
  acarsdec … | jetwire feed - --to tcp://127.0.0.1:5550 --station AB-KSFO1
  jetwire feed recorded.ndjson --to udp://127.0.0.1:5550 --station AB-KSFO1 --station-key jws_…`;

export function addFeedCommand(program: Command, answering: Answering): void {
  program
    .command("feed")
    .argument("<file>", "file with lines of decoder output, or - for standard input")
    .requiredOption(
      "--to <url>",
      "Target: udp://host:port, tcp://host:port or http://host:port/v1/ingest",
    )
    .option("--rate <lines>", "Lines per second")
    .option("--station <ident>", "Station ident to set in every object whose format has one")
    .option("--station-key <key>", "Key that proves the station; over UDP and TCP with --station")
    .option("--batch <lines>", "Lines per HTTP post, 1 to 5000", String(batchDefault))
    .description("Send recorded decoder output to ingest")
    .addHelpText("after", examples)
    .action(answering(run));
}

async function run(call: Call) {
  const options = call.options(Options);
  const { transport } = options.to;
  const station = identOf(options);
  const { stream, size } = await openInput(call.terminal, call.args[0] ?? "-");
  await using sender = openLineSender(options.to, {
    postLinesMax: options.batch,
    datagramBytesMax,
    stationKey: options.stationKey,
  });
  using progress = showProgress(call.terminal.stderr, size);
  try {
    const result = await feed(stream, sender, {
      rate: options.rate ?? (transport === "udp" ? udpRate : null),
      station,
      answers: transport === "http",
      onProgress: progress.update,
    });
    return { value: result, text: describe(result), exitCode: result.sent < result.lines ? 1 : 0 };
  } finally {
    stream.destroy();
  }
}

/** Returns the ident to set, with the key if the transport has no header for it. */
function identOf({ to, station, stationKey }: z.infer<typeof Options>): string | null {
  if (stationKey === undefined || to.transport === "http") return station ?? null;
  if (station !== undefined) return `${station}~${stationKey}`;
  throw new CliError("usage", "--station-key requires --station over UDP and TCP");
}

function describe(result: FeedResult): string {
  const { lines, sent, bytes, seconds, accepted, ignored, rejected, limited } = result;
  const rate = Math.round(sent / Math.max(seconds, 0.001));
  const out = `sent ${sent} of ${lines} lines (${bytes} bytes) in ${seconds} s, ${rate} per second`;
  if (accepted === undefined) return out;
  return `${out}\naccepted ${accepted}, ignored ${ignored}, rejected ${rejected}, limited ${limited}`;
}
