import { createWriteStream } from "node:fs";
import { resolve } from "node:path";
import { finished } from "node:stream/promises";
import * as db from "@jetwire/db";
import type { RunQueries } from "@jetwire/db";
import { createContentReader } from "@jetwire/decoders";
import { z } from "zod";
import { CliError } from "../../cli-error.ts";
import type { Call } from "../../command.ts";
import { withOpenDatabase } from "../../connections.ts";
import { showProgress } from "../../progress.ts";
import { recordedImport } from "../recorded-import.ts";
import { createRefusals } from "../refusals.ts";
import { importSummaryOf, summaryText } from "../summary.ts";
import { importMessages, type MessagesImport } from "./import-messages.ts";
import { createMessageStations } from "./message-stations.ts";
import type { MessageFile, ReadRow } from "./offered-message.ts";
import { openMessageFile } from "./open-message-file.ts";
import { openPositionFile, type PositionFile } from "./position-file.ts";
import { repeatedQueries } from "./repeated-queries.ts";

const Options = z.object({
  station: z.string().min(1).max(64, "must have at most 64 characters").optional(),
  sameStations: z.boolean().default(false),
  position: z.string().default("jetwire-import.position.json"),
  rejects: z.string().optional(),
  rate: z.coerce.number().int().min(1).max(100_000, "must be at most 100,000").default(1_000),
  again: z.boolean().default(false),
  dryRun: z.boolean().default(false),
});

const KeptDays = z.coerce.number().int().min(1).max(36_500).default(365);
const progressTotal = 1_000_000;

/** Imports messages of files: `jetwire import messages`. */
export async function runImport(call: Call) {
  const options = call.options(Options);
  const { terminal } = call;
  const { station: ident = null, sameStations: isOwn, rate, dryRun: isDryRun } = options;
  const keepDays = KeptDays.safeParse(terminal.env["KEEP_MESSAGES_DAYS"]);
  if (!keepDays.success) throw new CliError("usage", "KEEP_MESSAGES_DAYS must be a number of days");
  // Checked before anything is opened, because each file is read from its position.
  const positions = await openPositionFile(resolve(terminal.cwd, options.position), terminal.cwd);
  const content = createContentReader({ texts: { now: () => 0 } });
  const refusals = createRefusals();
  const ignored: Record<string, number> = {};
  const counts = { rows: 0, added: 0, duplicates: 0 };
  const formats = new Set<string>();
  const beganMs = performance.now();
  await using rejects = openRejects(options.rejects, terminal.cwd);
  await withOpenDatabase(call.servers(), async (runOnce) => {
    const airlines = await runOnce(db.airlines.loadCodes);
    const run = repeatedQueries(runOnce, (reason) =>
      terminal.stderr.write(`jetwire: Postgres does not answer (${reason}): trying again\n`),
    );
    const stations = createMessageStations(run, { ident, isOwn, isDryRun });
    // A record that is repeated could be there twice.
    await recordedUnlessDry(runOnce, isDryRun, async (wrote) => {
      for (const file of call.args) {
        const opened = await openMessageFile(terminal, file, content);
        formats.add(opened.format);
        using progress = showProgress(terminal.stderr, file === "-" ? null : progressTotal);
        const work: Omit<MessagesImport, "onStored"> = {
          run,
          stations,
          airlines,
          keepDays: keepDays.data,
          rate,
          isDryRun,
          counts,
          onRefused(row, reason) {
            refusals.add(row.line, reason);
            rejects.write(file, row, reason);
          },
          onIgnored: (reason) => (ignored[reason] = (ignored[reason] ?? 0) + 1),
        };
        const onShare = (share: number | null) =>
          progress.update((share ?? 0) * progressTotal, counts.rows);
        const addedBefore = counts.added;
        await importFile(file, opened, {
          work,
          onShare,
          positions: file === "-" || isDryRun ? null : positions,
          isAgain: options.again,
        }).finally(() => wrote(counts.added - addedBefore));
      }
    });
  });
  const seconds = Math.round(performance.now() - beganMs) / 1_000;
  const summary = importSummaryOf([...formats].join(", "), counts.rows, refusals, isDryRun);
  const { added, duplicates } = counts;
  const passed = Object.values(ignored).reduce((sum, count) => sum + count, 0);
  const done = `${added} messages added, ${duplicates} were there, ${passed} ignored (frames without a message) in ${seconds} s`;
  return {
    value: { ...summary, added, duplicates, ignored, seconds },
    text: summaryText(summary, done),
  };
}

interface FileOptions {
  readonly work: Omit<MessagesImport, "onStored">;
  readonly onShare: (share: number | null) => void;
  /** Null if it is not recorded how far the file is imported. */
  readonly positions: PositionFile | null;
  readonly isAgain: boolean;
}

async function importFile(
  file: string,
  opened: MessageFile,
  { work, onShare, positions, isAgain }: FileOptions,
): Promise<void> {
  const after = positions === null || isAgain ? 0 : await positions.lineOf(file);
  await importMessages(opened, after, {
    ...work,
    async onStored(line, share) {
      await positions?.save(file, line);
      onShare(share);
    },
  });
}

/** Adds the import to the audit log, unless it writes nothing. */
async function recordedUnlessDry(
  run: RunQueries,
  isDryRun: boolean,
  work: (wrote: (added: number) => void) => Promise<void>,
): Promise<void> {
  if (isDryRun) await work(() => {});
  else
    await recordedImport(run, "messages", (wrote) => work((added) => wrote({ added, changed: 0 })));
}

/** Opens the file that gets what was refused, as lines of JSON. */
function openRejects(path: string | undefined, cwd: string) {
  const file = path === undefined ? null : createWriteStream(resolve(cwd, path));
  const failed = file === null ? null : finished(file);
  failed?.catch(() => {});
  return {
    write(from: string, { line, text }: ReadRow, reason: string): void {
      file?.write(`${JSON.stringify({ file: from, line, reason, text })}\n`);
    },
    async [Symbol.asyncDispose](): Promise<void> {
      file?.end();
      await failed?.catch((error: unknown) => {
        throw new CliError("usage", `--rejects: ${path} cannot be written`, { cause: error });
      });
    },
  };
}
