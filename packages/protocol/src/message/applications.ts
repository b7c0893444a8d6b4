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

/** Matches the name of an application of content. */
export const applicationPattern = /^[a-z0-9][a-z0-9._-]{0,31}$/;
/** Stands in a filter for whether content was decoded at all. */
export const decodedStates = ["any", "none"] as const;
