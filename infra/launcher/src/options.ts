import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { Command, parseOptions, wholeNumber } from "@jetwire/command-line";
import { z } from "zod";
import { portSpan } from "./ports.ts";

const Options = z.object({
  data: z.string().transform((path) => resolve(path)),
  portBase: wholeNumber(1024, 65_535 - portSpan).optional(),
  gateways: wholeNumber(1, 16),
  oneProcess: z.boolean().default(false),
  demo: z.boolean(),
  dev: z.boolean().default(false),
});
export type Options = z.infer<typeof Options>;

const details = new URL("../help.txt", import.meta.url);

/** Returns the command line of `npm start`, which calls `run` with the options. */
export function createCommandLine(run: (options: Options) => Promise<void>): Command {
  const command = new Command("npm start --");
  return command
    .description("Starts Jetwire on this machine, on loopback.")
    .option("--data <dir>", "Folder for data, logs and ready.json", ".data")
    .option(
      "--port-base <n>",
      `Use ports n to n+${portSpan - 1}; with another --data, several instances run side by side`,
    )
    .option("--gateways <n>", "Number of gateway processes, which share one port", "2")
    .addOption(
      command
        .createOption("--one-process", "Run all services in one process, for a small host")
        .conflicts("gateways"),
    )
    .option("--no-demo", "Omit the demo account and the simulated feeders")
    .option("--dev", "Restart services when their sources change, and serve the page from Vite")
    .addHelpText("after", () => `\n${readFileSync(details, "utf8").trimEnd()}`)
    .action(async (given: Record<string, unknown>) => await run(parseOptions(Options, given)));
}
