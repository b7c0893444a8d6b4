interface Issue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly keys?: readonly string[];
}

/** A schema of the protocol, as far as it is used here. */
export interface AnswerSchema<Value = unknown> {
  safeParse(
    body: unknown,
  ):
    | { readonly success: true; readonly data: Value }
    | { readonly success: false; readonly error: { readonly issues: readonly Issue[] } };
}

export type Read<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly mistake: string };

/** Objects within objects are found out one layer at a time. */
const layersMax = 5;

/**
 * Reads a server's answer. The wire grows: members that this version doesn't know are taken out of the
 * answer, not refused, however deep they lie.
 *
 * @param body of an answer, parsed from its text; changed by it
 */
export function readKnownMembers<Value>(body: unknown, schema: AnswerSchema<Value>): Read<Value> {
  let mistake = "is not as expected";
  for (let layer = 0; layer < layersMax; layer++) {
    const result = schema.safeParse(body);
    if (result.success) return { ok: true, value: result.data };
    const { issues } = result.error;
    const real = issues.find(({ code }) => code !== "unrecognized_keys");
    const told = real ?? issues[0];
    if (told) mistake = `${told.path.map(String).join(".") || "body"}: ${told.message}`;
    if (real) break;
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
