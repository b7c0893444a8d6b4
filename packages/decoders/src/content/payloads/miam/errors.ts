/** The errors of MIAM CORE as libacars numbers them: a bit each. */
export const miamErrors = {
  unknownType: 1 << 1,
  unknownVersion: 1 << 2,
  shortHeader: 1 << 3,
  unknownApplication: 1 << 4,
  shortBody: 1 << 16,
  notInflated: 1 << 17,
  unknownCompression: 1 << 18,
  wrongChecksum: 1 << 19,
} as const;
