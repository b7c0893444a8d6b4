interface Issue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly keys?: readonly string[];
}

/** The part of a zod schema that is used here. */
export interface AnswerSchema<Value = unknown> {
  safeParse(
    body: unknown,
  ):
    | { readonly success: true; readonly data: Value }
    | { readonly success: false; readonly error: { readonly issues: readonly Issue[] } };
}

export type ParsedAnswer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly mistake: string };

/** Each pass finds the unknown members of one level of nested objects. */
const levelsMax = 5;

/**
 * Validates a server's answer. Members that this version of the client does not know are removed, at
 * any depth, because newer servers may add some.
 *
 * @param body the parsed JSON; modified
 */
export function parseAnswer<Value>(
  body: unknown,
  schema: AnswerSchema<Value>,
): ParsedAnswer<Value> {
  let mistake = "invalid";
  for (let level = 0; level < levelsMax; level++) {
    const result = schema.safeParse(body);
    if (result.success) return { ok: true, value: result.data };
    const { issues } = result.error;
    const invalid = issues.find(({ code }) => code !== "unrecognized_keys");
    const first = invalid ?? issues[0];
    if (first) mistake = `${first.path.map(String).join(".") || "body"}: ${first.message}`;
    if (invalid) break;
    for (const { path, keys = [] } of issues) removeMembers(body, path, keys);
  }
  return { ok: false, mistake };
}

function removeMembers(body: unknown, path: readonly PropertyKey[], keys: readonly string[]): void {
  let at = body;
  for (const step of path) at = (at as Record<PropertyKey, unknown> | undefined)?.[step];
  if (typeof at !== "object" || at === null) return;
  for (const key of keys) delete (at as Record<string, unknown>)[key];
}
