/** A page to look at. */
export interface LookedPage {
  readonly name: string;
  readonly path: string;
}

/** Ids of a message and of what it is about. */
export interface LookedIds {
  readonly message: string;
  readonly flight: string;
  readonly airframe: string;
  readonly station: string;
}

/** Returns the pages that everybody sees. */
export function visitorPages(ids: LookedIds): readonly LookedPage[] {
  return [
    { name: "live", path: "/" },
    { name: "map", path: "/map" },
    { name: "map-cells", path: "/map?layers=stations,borders,cells" },
    { name: "search", path: "/search" },
    { name: "flights", path: "/flights" },
    { name: "stations", path: "/stations" },
    { name: "station", path: `/stations/${ids.station}` },
    { name: "message", path: `/messages/${ids.message}` },
    { name: "message-raw", path: `/messages/${ids.message}?tab=raw` },
    { name: "flight", path: `/flights/${ids.flight}` },
    { name: "airframe", path: `/airframes/${ids.airframe}` },
    { name: "airline", path: "/airlines/UAL" },
    { name: "airport", path: "/airports/KSFO" },
    { name: "not-found", path: "/stations/0" },
    { name: "ground-stations", path: "/ground-stations" },
    { name: "hf", path: "/hf?at=38.5,-121.5" },
    { name: "vdl", path: "/vdl" },
    { name: "statistics", path: "/stats" },
    { name: "undecoded", path: "/undecoded" },
    { name: "heard", path: "/heard?ident=HOME-VDL" },
    { name: "sign-in", path: "/sign-in" },
    { name: "sign-up", path: "/sign-up" },
    { name: "setup", path: "/setup" },
    { name: "status", path: "/status" },
    { name: "about", path: "/about" },
  ];
}

/** The pages of users. */
export const userPages: readonly LookedPage[] = [
  { name: "desk", path: "/desk" },
  { name: "claim", path: "/desk/claim" },
  { name: "keys", path: "/desk/keys" },
  { name: "alerts", path: "/desk/alerts" },
  { name: "destinations", path: "/desk/destinations" },
  { name: "chat", path: "/chat" },
  { name: "notifications", path: "/notifications" },
  { name: "account", path: "/account" },
];

/** The sections of operators, and the steps of setting a service up. */
const sections = [
  "overview",
  "dead-letters",
  "claims",
  "reports",
  "accounts",
  "keys",
  "blocks",
  "redaction",
  "announcements",
  "health-alerts",
  "audit",
  "policy",
];
export const operatorPages: readonly LookedPage[] = [
  ...sections.map((section) => ({ name: `operator-${section}`, path: `/operator/${section}` })),
  { name: "setup-steps", path: "/setup" },
];
