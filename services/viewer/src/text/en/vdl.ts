import { plural } from "../plural.ts";

/** The page of VDL. */
export const vdlTexts = {
  title: "VDL channels",
  busiest: "Busiest channels of the last 24 hours",
  messagesOf: (messages: string, share: string) => `${messages} messages · ${share}`,
  evidence: (aircraft: string, hour: string) =>
    `up to ${aircraft} aircraft an hour · most at ${hour}`,
  none: "No message of VDL was counted in the last 24 hours. Messages are counted every three minutes.",
  load: "Messages by channel and hour (UTC)",
  loadNote: "A stronger colour is more messages. Point at a field to read it.",
  loadLabel: (channels: number) =>
    `Heat map of ${plural(channels, "channel", "channels")} in 24 hours. The table has its figures.`,
  hour: "Hour",
  frequency: "Frequency",
  messages: "Messages",
  aircraft: "Aircraft",
  snr: "Signal to noise",
  field: (field: { channel: string; hour: string; messages: string; aircraft: string }) =>
    `${field.channel}, ${field.hour}: ${field.messages} messages, ${field.aircraft} aircraft`,
  reach: "Reach of ground stations, last 24 hours",
  reachNote: (farthest: string, name: string) =>
    `Distance of aircraft from the ground station that they talk to. The farthest: ${farthest} from ${name}.`,
  reachLabel: (groundStations: number) =>
    `Heat map of the distances of aircraft from ${plural(groundStations, "ground station", "ground stations")}. The table has its figures.`,
  reachField: (name: string, from: string, to: string, messages: string) =>
    `${name}, ${from}–${to} km: ${messages} messages`,
  noReach:
    "No aircraft with a position exchanged messages with a ground station whose position is known.",
  groundStation: "Ground station",
  farthest: "Farthest",
  usual: "Most messages at",
  km: (kilometres: string) => `${kilometres} km`,
  kmRange: (from: string, to: string) => `${from}–${to} km`,
  handovers: "Hand-overs between ground stations, last 24 hours",
  handoversNote: "How often an aircraft went on from one ground station to another.",
  noHandovers: "No aircraft went on to another ground station.",
  from: "From",
  to: "To",
  handoverCount: "Hand-overs",
};
