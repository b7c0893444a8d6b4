/**
 * Module for `node --import`: takes the calls that record traces out of the sources of services as they are loaded. A file
 * in which it does not find them all fails to load.
 */
import { registerHooks } from "node:module";

/** The number of calls in each file. */
const calls: Readonly<Record<string, number>> = {
  "ingest/src/journal/journal-queue.ts": 2,
  "ingest/src/dispatch/dispatcher.ts": 2,
  "persister/src/message-store.ts": 1,
  "fanout/src/deliver.ts": 1,
  "sampler/src/tick-publisher.ts": 1,
  "gateway/src/feed/delivered-age.ts": 1,
  "rest/src/app.ts": 2,
};

/** Replacements of the calls: the compiler removes what follows `false &&`. */
const replacements: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/\b(?:traces?|options\.tracing)\?\./g, "false && $&"],
  [/\btraces !== undefined\b/g, "false"],
  [/\btraces === undefined\b/g, "true"],
];

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    const path = url.split("/services/")[1] ?? "";
    const expected = calls[path];
    if (expected === undefined || loaded.source == null) return loaded;
    let found = 0;
    let source = Buffer.from(loaded.source as Uint8Array).toString();
    for (const [pattern, replacement] of replacements) {
      found += source.match(pattern)?.length ?? 0;
      source = source.replaceAll(pattern, replacement);
    }
    if (found !== expected)
      throw new Error(`${path} has ${found} calls of traces, not ${expected}`);
    return { ...loaded, source };
  },
});
