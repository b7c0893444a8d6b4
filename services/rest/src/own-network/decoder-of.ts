/** The members that contain a decoder's object, or its program, in the formats of decoders. */
const wrappers = ["vdl2", "hfdl", "isu", "iridium", "source", "asf2"];
const versionCharsMax = 32;

/**
 * Returns the version of the decoder program that made an object; null if it does not say it. What a
 * decoder sends is not trusted: anything but a short printable text is left out.
 *
 * @param raw the object as text, null if it is not kept
 */
export function decoderVersion(raw: string | null): string | null {
  const object = raw === null ? null : parse(raw);
  const apps = [object, ...wrappers.map((name) => memberOf(object, name))].map((part) =>
    memberOf(part, "app"),
  );
  const app = apps.find((part) => part !== null && typeof part === "object");
  const version = memberOf(app, "ver") ?? memberOf(app, "version");
  if (typeof version !== "string") return null;
  const shown = version.trim();
  return /^[\x20-\x7e]+$/.test(shown) && shown.length <= versionCharsMax ? shown : null;
}

function parse(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return null;
  }
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return null;
  return (value as Record<string, unknown>)[name] ?? null;
}
