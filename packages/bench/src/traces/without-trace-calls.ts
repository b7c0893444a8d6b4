/**
 * Module for `node --import`: takes the calls that record traces out of the bundles of services as they are loaded. A bundle
 * fails to load if not all calls are found in the part of one of these sources.
 */
import { registerHooks } from "node:module";

/** The number of calls in each source. */
const calls: Readonly<Record<string, number>> = {
  "ingest/src/journal/journal-queue.ts": 2,
  "ingest/src/dispatch/dispatcher.ts": 2,
  "persister/src/message-store.ts": 1,
  "fanout/src/deliver.ts": 1,
  "sampler/src/tick-publisher.ts": 1,
  "gateway/src/feed/delivered-age.ts": 1,
  "rest/src/http/observe-requests.ts": 2,
};

/** Replacements of the calls: the compiler removes what follows `false &&`. */
const replacements: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/(?:[\w#$]+\.)*#?(?:traces?|tracing)\?\./g, "false && $&"],
  [/(?:[\w#$]+\.)*traces !== void 0/g, "false"],
  [/(?:[\w#$]+\.)*traces === void 0/g, "true"],
];

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.includes("/packages/bundle/dist/") || loaded.source == null) return loaded;
    const text = Buffer.from(loaded.source as Uint8Array).toString();
    // The bundler begins the part of each source with its path.
    const parts = text.split(/^(?=\/\/ \S+\.[cm]?[jt]s$)/m);
    return { ...loaded, source: parts.map(withoutCalls).join("") };
  },
});

function withoutCalls(part: string): string {
  const [, path = ""] = /^\/\/ services\/(\S+)/.exec(part) ?? [];
  const expected = calls[path];
  if (expected === undefined) return part;
  let found = 0;
  let source = part;
  for (const [pattern, replacement] of replacements) {
    found += source.match(pattern)?.length ?? 0;
    source = source.replaceAll(pattern, replacement);
  }
  if (found !== expected) throw new Error(`${path} has ${found} calls of traces, not ${expected}`);
  return source;
}
