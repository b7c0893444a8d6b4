import { isIP } from "node:net";

/** The station of a message as its public shape shows it, and what that shape hides. */
export interface RawStation {
  /** The public ident. */
  readonly ident: string;
  /** The exact position, degrees; null if it is unknown, or shown to everybody. */
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** The members of a message in which everybody sees what was transmitted. */
export interface ShownContent {
  readonly text: string | null;
  readonly data: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** Replaces text that is hidden. */
const hiddenText = "[hidden]";

/** Members in which decoders and relays send the ident of the station. */
const identNames = new Set(["station", "station_id", "station_name", "station_ident", "ident"]);
/** Members below which everything was transmitted by radio, or derived from it. */
const contentNames = new Set([
  "acars",
  "arinc622",
  "avlc",
  "isu",
  "libacars",
  "lpdu",
  "signal_unit",
  "spdu",
]);
/** The members that are shown of objects that describe the feeder's programs. */
const shownMembers: Readonly<Record<string, ReadonlySet<string>>> = {
  app: new Set([
    "name",
    "ver",
    "version",
    "proxied",
    "proxied_by",
    "acars_router_version",
    "acars_router_uuid",
  ]),
  source: new Set(["app", "type", "format", "transport", "protocol", "station_id"]),
  // The number of an account at another service.
  airframes: new Set(),
  // The serial number of a receiver.
  sdr: new Set(["driver"]),
};
const feederPart =
  "receiver|rx|antenna|site|gps|feeder|feed|home|my|own|station|host|peer|remote|client";
const hiddenNames = new RegExp(
  `^(?:(?:${feederPart})[_-]?(?:lat|lon|lng|latitude|longitude|alt|altitude|pos|position|location|coordinates|addr|address|ip|name|id|port)` +
    "|receiver|antenna|site|gps|feeder|host|hostname|ip|ip_?addr(?:ess)?|mac|mac_?addr(?:ess)?|e?-?mail|user|user_?name|account|account_?id|owner_?name" +
    "|password|passwd|secret|token|api_?key|station_?key|feeder_?key)$",
  "i",
);
const versionNames = new Set(["ver", "version", "acars_router_version"]);
const credentialPattern = /\bjw[a-z]*_[0-9A-Za-z]{20,}/g;
/** Runs of characters that an address or e-mail consists of. Runs do not overlap, so this is linear. */
const tokenPattern = /[^\s"'<>,;()[\]{}\\|]+/g;

/**
 * Returns a decoder's object as everybody but the station's owner may see it: without what the public
 * shape of the message hides. `docs/privacy.md` lists it. Text that is part of the public shape stays.
 *
 * @param raw the object as text
 * @returns the same text if there is nothing to hide; null for text that is not JSON
 */
export function publicRaw(raw: string, station: RawStation, content: ShownContent): string | null {
  const parsed = parse(raw);
  if (parsed === undefined) return null;
  const hide = createHiding(station, content);
  const shown = hide.members(parsed, false);
  const shownRaw = JSON.stringify(shown);
  const isSame = shownRaw === JSON.stringify(parsed);
  // The value of a name that comes twice is in the text, but not in the parsed object.
  const repeated = createHiding(station, { ...content, text: shownRaw });
  return isSame && repeated.text(raw, "") === raw ? raw : shownRaw;
}

function parse(raw: string): Json | undefined {
  try {
    return JSON.parse(raw) as Json;
  } catch {
    return undefined;
  }
}

function createHiding(station: RawStation, shown: ShownContent) {
  const shownText = `${shown.text ?? ""}\n${shown.data ?? ""}`;
  const hiddenDegrees = [station.latitude, station.longitude].filter(
    (degrees) => degrees !== null && degrees !== shown.latitude && degrees !== shown.longitude,
  );

  /** Hides e-mails, IP addresses and credentials, unless the public text has them too. */
  function text(value: string, name: string): string {
    const withoutCredentials = value.replaceAll(credentialPattern, hiddenText);
    if (versionNames.has(name)) return withoutCredentials;
    return withoutCredentials.replaceAll(tokenPattern, (token) =>
      isPersonal(token) && !shownText.includes(token) ? hiddenText : token,
    );
  }

  function members(value: Json, isContent: boolean, name = ""): Json {
    if (typeof value === "string") return text(value, name);
    if (typeof value === "number") {
      return !isContent && hiddenDegrees.includes(value) ? null : value;
    }
    if (Array.isArray(value)) return value.map((item) => members(item, isContent, name));
    if (value === null || typeof value !== "object") return value;
    const shownOnly = isContent ? undefined : shownMembers[name];
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, member]): [string, Json][] => {
        const lower = key.toLowerCase();
        if (shownOnly !== undefined && !shownOnly.has(lower)) return [];
        if (!isContent && identNames.has(lower)) return [[key, identOf(member)]];
        if (!isContent && hiddenNames.test(key)) return [];
        const below = isContent || contentNames.has(lower);
        return [[text(key, ""), members(member, below, lower)]];
      }),
    );
  }

  function identOf(member: Json): Json {
    return member === null || member === "" ? member : station.ident;
  }

  return { members, text };
}

/** Whether a token is an e-mail, or an IP address with or without port, alone or in a URL. */
function isPersonal(token: string): boolean {
  const at = token.indexOf("@");
  if (at > 0 && at < token.length - 1) return true;
  const host = token.replace(/^[a-z]{2,8}:\/\//i, "").replace(/\/.*$/s, "");
  return isIP(host) !== 0 || isIP(host.replace(/:\d{1,5}$/, "")) === 4;
}
