import { isDeepStrictEqual } from "node:util";
import * as db from "@jetwire/db";
import type { ChangedContent, KeptRow, RedecodingRun, RunQueries, Selection } from "@jetwire/db";
import {
  type ContentRereader,
  contentVersion,
  createContentRereader,
  decoderPrograms,
  type MessageContent,
} from "@jetwire/decoders";
import { messageIdFloor } from "@jetwire/protocol";
import { pause } from "@jetwire/runtime";
import { z } from "zod";
import { CliError } from "../cli-error.ts";
import type { Call } from "../command.ts";
import { withOpenDatabase } from "../connections.ts";
import { showProgress } from "../progress.ts";

const Instant = z.iso.datetime({
  offset: true,
  error: "must be a time like 2026-01-31T12:00:00Z",
});
const Options = z.object({
  since: Instant.optional(),
  until: Instant.optional(),
  only: z.string().optional(),
  label: z.string().length(2, "must have two characters").optional(),
  rate: z.coerce.number().int().min(1).max(100_000, "must be at most 100,000").default(500),
  again: z.boolean().default(false),
});
type Options = z.infer<typeof Options>;

/** Messages of one statement. */
const batchMax = 250;

/** Reads stored messages again: `jetwire redecode`. */
export async function redecode(call: Call) {
  const options = call.options(Options);
  if (options.only !== undefined && !decoderPrograms.some((name) => name === options.only)) {
    throw new CliError("usage", `--only must be one of ${decoderPrograms.join(", ")}`);
  }
  const { since, until } = options;
  if (since !== undefined && until !== undefined && Date.parse(until) <= Date.parse(since)) {
    throw new CliError("usage", "--until must be after --since");
  }
  const plan = {
    selection: selectionOf(options),
    name: nameOf(options, contentVersion),
    rate: options.rate,
    reread: createContentRereader(),
  };
  return await withOpenDatabase(call.servers(), async (run) => {
    const begun = options.again ? null : await run((sql) => db.redecoding.readRun(sql, plan.name));
    const last = begun?.last ?? null;
    const left = await run((sql) => db.redecoding.countSelected(sql, plan.selection, last));
    let done: Pick<RedecodingRun, "messages" | "changed"> = begun ?? { messages: 0, changed: 0 };
    const total = left + done.messages;
    using progress = showProgress(call.terminal.stderr, total, "messages");
    for await (const step of steps(run, plan, begun)) {
      done = step;
      progress.update(done.messages, done.messages);
    }
    await run((sql) => db.redecoding.endRun(sql, plan.name));
    const { messages, changed } = done;
    const text = `${messages} messages were read again, ${changed} of them say something else now`;
    return { value: { messages, changed }, text };
  });
}

interface Plan {
  readonly selection: Selection;
  /** The name under which it is recorded how far the run is. */
  readonly name: string;
  /** Messages of a second. */
  readonly rate: number;
  readonly reread: ContentRereader;
}

/** Reads all selected messages in batches, and yields how far it is after each. */
async function* steps(
  run: RunQueries,
  { selection, name, rate, reread }: Plan,
  begun: RedecodingRun | null,
): AsyncGenerator<RedecodingRun> {
  let done = begun;
  for (;;) {
    const startMs = performance.now();
    const page = { after: done?.last ?? null, rowsMax: batchMax };
    const { rows, last } = await run((sql) => db.redecoding.listKept(sql, selection, page));
    if (last === null) return;
    const changed = rows.map((row) => changeOf(row, reread)).filter((change) => change !== null);
    done = {
      last,
      messages: (done?.messages ?? 0) + rows.length,
      changed: (done?.changed ?? 0) + changed.length,
    };
    const record = { selection: name, run: done };
    await run((sql) => db.redecoding.writeContents(sql, changed, record));
    yield done;
    await pause(Math.max(0, (rows.length / rate) * 1_000 - (performance.now() - startMs)));
  }
}

/** Returns what a message says if that has changed. The version of the readers alone is no change. */
function changeOf(
  { flightKey, raw, wholeText, wholeContent, ...message }: KeptRow,
  reread: ContentRereader,
): ChangedContent | null {
  const read = reread({ message, raw, wholeText });
  if (read === null) return null;
  const { content, whole } = read;
  const isSame =
    isSameContent(content, message) && (whole === null || isSameContent(whole, wholeContent));
  return isSame ? null : { message: { ...message, ...content }, flightKey, whole };
}

/** Compares the members of what was read. */
function isSameContent(
  read: Partial<MessageContent>,
  stored: Partial<MessageContent> | null,
): boolean {
  return Object.entries(read).every(([name, value]) =>
    isDeepStrictEqual(
      withoutVersion(value),
      withoutVersion(stored?.[name as keyof MessageContent] ?? null),
    ),
  );
}

function withoutVersion(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  return { ...value, version: undefined };
}

function selectionOf({ since, until, only, label }: Options): Selection {
  return {
    from: messageIdFloor(since === undefined ? 0 : Date.parse(since)),
    until: messageIdFloor(until === undefined ? Date.now() : Date.parse(until)),
    source: only ?? null,
    label: label ?? null,
  };
}

/** Returns the name of a selection: that of the same options is the same. */
function nameOf({ since, until, only, label }: Options, version: number): string {
  return JSON.stringify({ since, until, only, label, version });
}
