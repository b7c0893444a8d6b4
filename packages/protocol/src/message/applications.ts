/** The applications that messages are decoded as, by their names in `application`. */
export const decodedApplications = [
  "adsc",
  "atn-adsc",
  "atn-association",
  "atn-cm",
  "atn-cpdlc",
  "cpdlc",
  "media-advisory",
  "miam",
  "ohma",
] as const;

/** Labels of items that clients may look for, the same in each application that has them. */
export const decodedLabels = {
  messageNumber: "Message number",
  replyTo: "Reply to",
  groundStation: "Ground station",
  registration: "Registration",
} as const;

/** Stands in a filter for whether content was decoded at all. */
export const decodedStates = ["any", "none"] as const;
/** The words that a filter of decoded content accepts. */
export const decodedWords = [...decodedStates, ...decodedApplications] as const;

/** Returns the applications that words of a filter select: `cpdlc` is CPDLC over the ATN too. */
export function selectedApplications(words: readonly string[]): readonly string[] {
  return words.includes("cpdlc") ? [...new Set([...words, "atn-cpdlc"])] : words;
}
