import { count } from "../numbers.ts";
import { plural } from "../plural.ts";

/** Texts that nothing reads. */
export const undecodedTexts = {
  title: "Not understood yet",
  link: "Texts that nothing reads yet",
  about:
    "Texts of the last 7 days that neither a decoder program nor this service has read, by label and layout. A stands for letters, 0 for digits.",
  label: "Label",
  layout: "Layout",
  layoutHint: "A stands for letters, 0 for digits",
  messages: "Messages",
  airline: "Airline",
  airlines: "Airlines",
  more: (airlines: number) => `and ${count(airlines)} more`,
  sample: "Newest",
  others: "All other layouts",
  find: "Find the messages",
  counted: (messages: number, layouts: number) =>
    `${plural(messages, "message", "messages")}; the ${plural(layouts, "layout", "layouts")} with the most of them`,
  empty: "No text is counted that nothing reads. Counts are some minutes old.",
};

/** Statistics, and charts anywhere. */
export const statisticsTexts = {
  title: "Statistics",
  table: "Table",
  bar: "Bar",
  messages: "Messages",
  share: "Share",
  range: "Range",
  ranges: { "24h": "24 hours", "7d": "7 days", "30d": "30 days" },
  badRange: (range: string) => `The range must be 24h, 7d or 30d, not ${range}.`,
  perMinute: "messages in the last minute",
  online: (visible: string) => `of ${visible} stations online`,
  airframes: "airframes in the last 24 hours",
  flights: "active flights",
  byHour: "Messages by hour and type",
  byDay: "Messages by day and type",
  period: "From",
  total: "All",
  byLabel: "Messages by label",
  byAirline: "Messages by airline",
  byDecoded: "Messages by decoded kind",
  byFrequency: "Messages by frequency",
  byType: "Messages by type",
  names: {
    label: "Label",
    airline: "Airline",
    decoded: "Decoded kind",
    frequency: "Frequency",
    type: "Type",
  },
  nameless: {
    label: "No label",
    airline: "No known airline",
    decoded: "Not decoded",
    frequency: "No frequency",
    type: "No type",
  },
  /** Kinds of decoded content, by the names of their applications. */
  applications: {
    adsc: "ADS-C",
    "atn-adsc": "ADS-C over ATN",
    "atn-association": "Connections over ATN",
    "atn-cm": "Logons over ATN",
    "atn-cpdlc": "CPDLC over ATN",
    cpdlc: "CPDLC",
    "media-advisory": "Media advisory",
    miam: "MIAM",
    ohma: "OHMA",
    atis: "ATIS",
    other: "Other contents",
  },
  counted: (messages: number) => `${plural(messages, "message", "messages")} counted`,
  notCounted: "Nothing is counted yet. Counts are some minutes old.",
  barTitle: (period: string, messages: number) =>
    `${period}: ${plural(messages, "message", "messages")}`,
};
