import type { Command } from "@jetwire/command-line";
import type { Answering } from "../command.ts";

const examples = `
Reads stored messages again, because a newer release understands more of them: what they say (decoded), their positions,
times and airports. Positions, flights, facts of flights and counts follow. Feeds send nothing again. Services go on meanwhile.

A message is read from its decoder's object, as long as that is kept (KEEP_RAW_DAYS), and from its text afterwards. What the
decoder program itself decoded is kept then.

If it is interrupted, the same command goes on where it stopped. --again begins anew.

Examples:
  jetwire redecode --since 2026-01-31T00:00:00Z
  jetwire redecode --only acarsdec --label H1 --rate 2000`;

/** Adds `jetwire redecode`. */
export function addRedecodeCommand(program: Command, answering: Answering): void {
  program
    .command("redecode")
    .option("--since <time>", "Only messages accepted at or after this time (default: all)")
    .option("--until <time>", "Only messages accepted before this time (default: now)")
    .option("--only <decoder>", "Only messages of this decoder program, such as dumpvdl2")
    .option("--label <label>", "Only messages with this label")
    .option("--rate <n>", "The most messages of a second (default: 500)")
    .option("--again", "Begin anew instead of continuing an interrupted run")
    .description("Read stored messages again with the readers of this release")
    .addHelpText("after", examples)
    .action(
      // Loaded for this command only: readers take longer to load than most commands to run.
      answering(async (call) => await (await import("./redecode-messages.ts")).redecode(call)),
    );
}
