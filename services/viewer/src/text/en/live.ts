import { plural } from "../plural.ts";

/** The page of live messages. */
export const liveTexts = {
  title: "Live",
  notMeasured: "The network's rate is not known now",
  received: (rate: string) => `${rate}/s received by the network`,
  measuring: "measuring …",
  allShown: "all shown",
  oneIn: (share: number) => `1 in ${share} shown, a fair sample`,
  exactShare: (percent: string) => `${percent} of the transmissions are in the sample`,
  lastDay: "Last 24 hours",
  dayMessages: (count: string) => `${count} messages`,
  skipped: (count: string) => `${count} skipped by your connection`,
  matching: (rate: string) => `${rate}/s match your filter`,
  filteredOut: (rate: string) => `${rate}/s filtered out`,
  testsFilteredOut: (rate: string) => `${rate}/s filtered out, link tests`,
  onlySearch: "Live messages cannot be filtered by this. Search can.",
  unknownStation: (ident: string) => `No station has the ident ${ident}.`,
  filterLooks: (share: number) =>
    `A filter looks at the sample, 1 in ${share} transmissions. Search has all of them.`,
  openSearch: "Open in Search",
  pause: "Pause",
  resume: "Resume",
  resumeNew: (count: string) => `Resume · ${count} new`,
  notKept: (count: string) => `${count} not kept`,
  hideLinkTests: "Hide link tests",
  waitingFirst: "Waiting for the first message.",
  noMatch: (rate: string) => `No message matches. ${rate}/s arrive without this filter.`,
  clearFilter: "Clear filter",
  filterStarts: (seconds: number) => `The new filter starts in ${seconds} s`,
  firstVisit: (stations: number, simulated: number) =>
    `Live messages between aircraft and the ground, received by ${plural(stations, "volunteer station", "volunteer stations")}.${
      simulated > 0
        ? ` ${plural(simulated, "station is", "stations are")} simulated and marked so.`
        : ""
    }`,
  firstVisitUncounted:
    "Live messages between aircraft and the ground, received by volunteers' stations.",
  demo: "Demo: all traffic here comes from the simulator.",
  whatIsThis: "What am I seeing?",
  dismiss: "Dismiss",
  explain: {
    title: "What you are seeing",
    links: "The links",
    linksText:
      "Aircraft exchange short text messages with the ground. ACARS and VDL2 use VHF radio, HFDL short wave, SATCOM and Iridium satellites.",
    words: "Words and raw text",
    wordsText:
      "The label says what kind of message it is. Where the content can be decoded, it is shown in words; the raw text stands beside it.",
    sample: "The sample",
    sampleText:
      "On busy networks this page shows a fair sample of all transmissions. The line above the list says how large it is. Search has everything.",
  },
};
