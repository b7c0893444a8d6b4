/** The kinds of link of this version. Other versions may have more. */
export const sourceTypes = ["acars", "vdl", "hfdl", "aero-acars", "iridium-acars"] as const;
