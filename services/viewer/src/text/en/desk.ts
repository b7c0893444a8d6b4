import type { ClaimEvidence } from "@jetwire/protocol";
import { provingDays, provingHours } from "@jetwire/protocol/plain";
import { plural } from "../plural.ts";

/** The desk of feeders. */
export const deskTexts = {
  title: "My desk",
  purpose:
    "The desk shows feeders all their stations, every message of them, their keys and alerts.",
  fine: (fine: number, all: number) =>
    fine === all
      ? all === 1
        ? "Your station is fine"
        : `All ${all} stations are fine`
      : `${fine} of ${all} stations fine`,
  claim: "Claim a station",
  keys: "Keys",
  alerts: "Alerts",
  none: "You have no station yet. Feed first, then claim the station here.",
  reception: "See whether your messages arrive",
  silentSince: (time: string, age: string) => `silent since ${time} (${age})`,
  perHour: (now: string, usual: string) => `${now} in the last hour (usual ${usual})`,
  perHourNew: (now: string) => `${now} in the last hour`,
  first: (share: string) => `first received ${share}`,
  proven: "proven by key",
  notProven: "not proven",
  refused: (count: string) => `${count} refused`,
  settings: "Settings",
  eligible: "Eligible for a feeder key",
  eligibleAt: (day: string) => `Feeder key from ${day} on, if it keeps sending`,
  lacks: {
    visible: "Not eligible: the station is hidden.",
    active: "Not eligible: no message in the last 24 hours.",
    days: "Not eligible yet: the first message is less than seven days old.",
  },
  gaps: "Hours with messages, last 7 days",
  gapHours: (silent: number) => plural(silent, "hour without messages", "hours without messages"),
  gapStates: { received: "received", silent: "silent", unknown: "unknown" },
  outages: "Outages",
  from: "From",
  until: "Until",
  now: "now",
  hours: "Hours",
  noOutage: "No outage in the last 7 days.",
  feed: "Every message of my stations, not sampled",
  feedEmpty: "Waiting for the next message of your stations.",
  caughtUp: (count: string) => `Back. ${count} messages caught up, none missed.`,
  gap: (from: string, until: string) =>
    `Messages between ${from} and ${until} are in Search, not here.`,
  gapOpen: "Open them in Search",
  gapClose: "Close",
  pause: "Pause",
  resume: "Resume",
  resumeNew: (count: string) => `Resume · ${count} new`,
  onlyOneWay:
    "You have one passkey and no e-mail address. Add another sign-in method, or a lost device is a lost account.",
  addWay: "Open the account",
  usage: "Usage",
  usageLine: (used: string, limit: string) => `${used} of ${limit} requests this minute`,
};

/** The page of API keys. */
export const keyTexts = {
  title: "Keys",
  purpose: "API keys read the API by program: your stations' feed, and REST.",
  issue: "Issue a key",
  none: "No key yet.",
  needsStation: "A key requires a station of yours. Claim one first.",
  station: "Station",
  tier: "Tier",
  tierNames: {
    starter: "starter (available at once)",
    feeder: "feeder (needs an eligible station)",
  },
  label: "Name",
  labelHint: "For example the program that uses it",
  expires: "Expires",
  expiries: { "90": "in 90 days", "365": "in a year", "": "never" } as Readonly<
    Record<string, string>
  >,
  scopes: "May be used to",
  scopeNames: {
    read: "read messages, stations and settings",
    feed: "receive your stations' feed",
    manage: "change your stations, keys and settings",
    operate: "operate the service",
  },
  scopesText:
    "A key that lies on a feeder's computer should only read and feed. No key can erase or give away anything.",
  hint: "Key",
  created: "Issued",
  lastUsed: "Last used",
  never: "never",
  revoke: "Revoke",
  revokeAsk: (hint: string) => `Revoke the key ${hint}…`,
  revokeText:
    "Programs with this key stop working within five seconds, and sessions opened with it end. Nobody can undo it.",
  issuedTitle: "Your new key",
  issuedText: "The key is shown now and never again. Keep it where you keep passwords.",
  copied: "I have copied it",
  tryCurl: "Try it with curl",
  tryClient: "Or in a program",
  waiting: "Waiting for the first request with this key …",
  works: (age: string) => `Works. First request ${age} ago.`,
};

/** Says what a visitor's network gives a claim. */
const claimResults: Readonly<Record<ClaimEvidence["result"], (hours: number) => string>> = {
  proven: (hours) =>
    `Your network sent first under this ident, in ${hours} hours since. That is proof enough.`,
  provisional: () =>
    `The station is new, and your network sent first under its ident: you can have it at once. The claim is provisional until messages came in ${provingHours} hours on ${provingDays} days.`,
  "too-few-hours": (hours) =>
    `Your network sent in ${hours} of the ${provingHours} hours that prove a claim. If you claim the station from here by a command, it is yours when they are complete.`,
  "no-messages": () => "No message of this station came from your network.",
  "earlier-network": () =>
    "Another network sent under this ident before yours, so the operator decides.",
  "several-networks": () => "Other networks send under this ident too, so the operator decides.",
  disputed: () => "Somebody disputes who runs this station, so the operator decides.",
  "owner-erased": () => "The account of its last owner was erased, so the operator decides.",
  unknown: () => "There is no such station any more.",
};

/** Erasures that can be called off. */
export const erasureTexts = {
  willBeErased: {
    account: (time: string) => `Your account will be erased on ${time}.`,
    station: (time: string) => `This station will be erased on ${time}.`,
  },
  callOff: "Call it off",
};

interface TransferWords {
  readonly from: string;
  readonly to: string;
  readonly incoming: boolean;
  readonly station: { readonly ident: string };
}

/** Transfers of stations. */
export const transferTexts = {
  title: "Give the station to another user",
  text: "The other user gets a notification and may accept within 7 days. The station changes hands 24 hours after that, with its position and station keys; until then both of you can call it off.",
  username: "Username",
  offer: "Offer the station",
  offered: "Offered to you",
  accept: "Accept",
  decline: "Decline",
  withdraw: "Withdraw the offer",
  waits: ({ from, to, incoming, station: { ident } }: TransferWords, until: string) =>
    incoming
      ? `${from} offers you the station ${ident}, until ${until}.`
      : `Offered to ${to}, who may accept until ${until}.`,
  willMove: ({ to, incoming, station: { ident } }: TransferWords, at: string) =>
    incoming
      ? `The station ${ident} will be yours on ${at}.`
      : `The station will belong to ${to} on ${at}.`,
};

/** The pages of a claim. */
export const claimTexts = {
  title: "Claim a station",
  purpose: "A claim makes a station yours: its feed, settings, keys and eligibility.",
  choose: "Which station is yours?",
  fromHere: "Stations that send from your network",
  noneHere: "No station without an owner sends from your network.",
  byIdent: "Ident of the station",
  find: "Find",
  notFound: "No station without an owner has this ident.",
  prove: "Prove that it is yours",
  result: ({ hours, result }: ClaimEvidence) => claimResults[result](hours),
  progress: ({ hours, days }: ClaimEvidence) =>
    `${Math.min(hours, provingHours)} of ${provingHours} hours, ${Math.min(days, provingDays)} of ${provingDays} days`,
  claim: "Claim",
  otherwise: "From another network",
  codeText: "Run this on the feeder's machine within 15 minutes:",
  makeCode: "Make a command",
  codeWaiting: "Waiting for the command to be run …",
  askOperator: "Or ask the operator",
  note: "What only the owner of the station knows",
  noteHint: "For example its location, antenna and frequencies",
  send: "Send the claim",
  pending:
    "The operator decides. If the messages from your network prove the claim before, it is approved by itself. You get a notification.",
  done: (ident: string) => `${ident} is yours.`,
  doneProvisionally: (ident: string) => `${ident} is yours provisionally.`,
  provisionalText: `You have its feed, its statistics and a starter key at once. Keep it sending: messages in ${provingHours} hours on ${provingDays} days prove your claim by themselves. Until then you can neither refuse messages without a station key, nor transfer or erase the station.`,
  makeStationKey: "Make a station key",
  stationKeyText:
    "With a station key its messages are marked as proven, and those of others as not. Set up the decoder with it:",
  stationKeyOnce: "The key is shown now and never again.",
  toDesk: "To my desk",
  another: "Choose another station",
  mine: "My claims",
  status: {
    pending: "waits for its proof or the operator",
    provisional: "yours provisionally",
    approved: "approved",
    rejected: "rejected",
  },
  codeTitle: "Prove a claim",
  codePage:
    "This address proves the claim of a station, from the feeder's own machine. Opening it changes nothing. Run this there:",
};

/** The page of alert rules. */
export const alertTexts = {
  title: "Alerts",
  purpose: "Alert rules notify you of messages that you wait for, and of stations that go silent.",
  add: "Add a rule",
  edit: "Change",
  none: "No rule yet.",
  name: "Name",
  kind: "Notify me of",
  kinds: { messages: "messages", station: "a station that goes silent" },
  station: "Station",
  filterText: "All fields that you fill in must match. One of them is required.",
  leftOut: (names: string) => `A rule cannot have these filters of what you looked at: ${names}.`,
  deliver: "How",
  notify: "Notification",
  email: "E-mail",
  addEmail: "Add an e-mail address to your account",
  preview: (count: string, more: boolean) =>
    `Would have matched ${count}${more ? " or more" : ""} times in the last 24 hours.`,
  tooBroad: "A rule with so many matches is refused: narrow it.",
  save: "Save",
  remove: "Remove",
  removeAsk: (name: string) => `Remove the rule ${name}`,
  mute: "Mute for a day",
  unmute: "Unmute",
  mutedUntil: (time: string) => `muted until ${time}`,
  lastMatch: (age: string) => `last match ${age} ago`,
  noMatch: "no match yet",
  fields: {
    tail: "Tail",
    flight: "Flight",
    airline: "Airline",
    aircraftType: "Aircraft type",
    label: "Labels",
    sourceType: "Type",
    q: "Text or words",
    excludeText: "Not containing",
    decoded: "Decoded",
    bbox: "Area",
  },
};

/** The settings of a station. */
export const stationSettingsTexts = {
  title: (ident: string) => `Settings of ${ident}`,
  position: "Position",
  latitude: "Latitude",
  longitude: "Longitude",
  exact: "Others see the exact position, not one rounded to a tenth of a degree",
  hidden: "Hide the station and its messages from everybody else",
  policy: "Messages without a valid station key",
  policies: { any: "are accepted, and marked as not proven", required: "are refused" },
  provisional: `The station is yours provisionally: messages in ${provingHours} hours on ${provingDays} days from your network prove your claim, or the operator does. Until then nothing can be set that shuts others out.`,
  save: "Save",
  saved: "Saved.",
  stationKeys: "Station keys",
  noKeys: "No station key.",
  revoke: "Revoke",
  acceptsMessages: "Let other users see that it is yours, and write to you",
  erase: "Erase the station",
  eraseText:
    "After 24 hours, in which you can call it off, ident, position, owner, keys and claims are erased, and within minutes the decoders' objects of its messages. The messages stay, without a station. Nobody can undo it then.",
  eraseConfirm: (ident: string) => `Type ${ident} to erase the station`,
  notYours: "This station is not yours.",
};
