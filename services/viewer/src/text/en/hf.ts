import { plural } from "../plural.ts";

/** The page of HF. */
export const hfTexts = {
  title: "HF now",
  position: "Position",
  positionHint: "Latitude, longitude in degrees: 47.4,8.5",
  positionFault: "Write latitude and longitude, for example 47.4,8.5",
  show: "Show",
  ofStation: (ident: string, position: string) => `Your station ${ident}, ${position}`,
  chosen: (position: string) => `Position ${position}`,
  anywhere: "Anywhere. Choose a position to see what is likely received there",
  active: (position: string) => `Active now – ${position}`,
  none: "No channel of HFDL is active: no squitter and no frame was received in the last minutes.",
  channels: "Active channels",
  groundStation: "Ground station",
  frequency: "Frequency",
  squitter: "Last squitter",
  received: "Received",
  receptions: "Receptions",
  stations: "Stations",
  aircraft: "Aircraft report it",
  snr: "Signal to noise",
  distance: "Distance",
  sun: "Sun",
  announced: "named by squitters",
  near: (stations: number) => `${plural(stations, "station", "stations")} near`,
  by: (stations: number) => `received by ${plural(stations, "station", "stations")}`,
  ago: (age: string) => `${age} ago`,
  km: (kilometres: string) => `${kilometres} km`,
  sunAt: (degrees: string) => `sun ${degrees}°`,
  degrees: (degrees: string) => `${degrees}°`,
  day: "Last 24 hours by channel and hour (UTC)",
  dayNote:
    "A stronger colour is more received. The shaded background is night at the ground station. Point at a field to read it.",
  dayEmpty:
    "No message of HFDL was counted in the last 24 hours; they are counted every three minutes.",
  setUp: "Set up a receiver",
  dayLabel: (channels: number) =>
    `Heat map of ${plural(channels, "channel", "channels")} in 24 hours. The table has its figures.`,
  hour: "Hour",
  messages: "Messages",
  airframes: "Aircraft",
  squitters: "Squitters",
  field: (field: {
    channel: string;
    hour: string;
    messages: string;
    aircraft: string;
    squitters: string;
    snr: string;
  }) =>
    `${field.channel}, ${field.hour}: ${field.messages} messages, ${field.aircraft} aircraft, ${field.squitters} squitters${field.snr}`,
  fieldSnr: (decibels: string) => `, ${decibels}`,
  formats: "For receivers:",
  followed: "active frequencies (JSON)",
  systemTable: "system table of dumphfdl",
};
