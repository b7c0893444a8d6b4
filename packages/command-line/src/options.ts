import type { z } from "zod";

/** A command line is wrong. The message names each wrong option and what is allowed. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Reads a command's options by a schema. @throws UsageError naming every option that is wrong. */
export function parseOptions<Schema extends z.ZodType>(
  schema: Schema,
  given: Readonly<Record<string, unknown>>,
): z.infer<Schema> {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const mistakes = result.error.issues.map(({ path, message }) => {
    const [name] = path;
    return name === undefined ? message : `--${kebab(String(name))} ${message}`;
  });
  throw new UsageError(mistakes.join("; "));
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
