type Members = Record<string, unknown>;

/**
 * Returns a decoder's object with another station ident, in the member where its format has one.
 * Other lines, and objects of a format without a station, are returned unchanged, byte for byte.
 */
export function withStation(line: Buffer, ident: string): Buffer {
  const object = parse(line);
  if (object === null || !setStation(object, ident)) return line;
  return Buffer.from(JSON.stringify(object));
}

/** Sets the ident by the object's content, as ingest distinguishes formats. */
function setStation(object: Members, ident: string): boolean {
  const { vdl2, hfdl, iridium, source, payload } = object;
  for (const inner of [vdl2, hfdl, iridium]) {
    if (isMembers(inner)) return set(inner, "station", ident);
  }
  if ("isu" in object) return set(object, "station", ident);
  if (isMembers(payload)) return setStation(payload, ident);
  if ("AESID" in object || "DCD" in object) return false;
  if (isMembers(source)) return set(source, "station_id", ident);
  if ("signal_unit" in object) return set(object, "source", { station_id: ident });
  return set(object, "station_id", ident);
}

function set(members: Members, name: string, value: unknown): true {
  members[name] = value;
  return true;
}

function parse(line: Buffer): Members | null {
  try {
    const value: unknown = JSON.parse(line.toString("utf8"));
    return isMembers(value) ? value : null;
  } catch {
    return null;
  }
}

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
