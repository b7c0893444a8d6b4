import type { RestClient } from "@jetwire/client";
import { z } from "zod";
import type { CommandOutput } from "../command.ts";
import { CliError } from "../cli-error.ts";
import { listText } from "./answer-text.ts";
import type { RemoteCommand } from "./command-spec.ts";
import type { PreparedRequest } from "./make-request.ts";

const pageRowsMax = 100;
const itemsMax = 10_000;
const Limit = z.coerce.number().int().min(1).max(itemsMax);

/** Reads a list, page by page if it has several. */
export async function callList(
  client: RestClient,
  { spec, endpoint }: RemoteCommand,
  { input }: PreparedRequest,
  options: Readonly<Record<string, unknown>>,
): Promise<CommandOutput> {
  const limit = endpoint.paged ? readLimit(options["limit"]) : itemsMax;
  const page = endpoint.paged ? { limit: Math.min(pageRowsMax, limit + 1) } : {};
  const list = client[spec.endpoint] as (
    input: unknown,
    options: { readonly itemsMax: number },
  ) => AsyncIterable<unknown>;
  const all: unknown[] = [];
  // One more shows whether there are more.
  for await (const item of list({ ...input, ...page }, { itemsMax: limit + 1 })) all.push(item);
  const items = all.slice(0, limit);
  const last = items.at(-1) as { readonly id?: unknown } | undefined;
  const isCut = endpoint.paged && all.length > limit;
  const more = isCut ? `\nmore: --before ${String(last?.id)}` : "";
  return { value: items, text: listText(spec, items) + more };
}

function readLimit(given: unknown): number {
  const limit = Limit.safeParse(given);
  if (limit.success) return limit.data;
  throw new CliError("usage", `--limit must be a whole number from 1 to ${itemsMax}`);
}
