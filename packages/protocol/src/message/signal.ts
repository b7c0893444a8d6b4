import { z } from "zod";

/* How well a station received a message, as its decoder tells. */

/** Signal and noise of a reception: each member is absent if the decoder does not tell it. */
export const signalMembers = {
  noise: z
    .number()
    .optional()
    .describe(
      "Noise level, dB on the scale of `level`: dBFS for dumphfdl and dumpvdl2. Absent if the decoder does not tell it, like all members from here on.",
    ),
  snr: z
    .number()
    .optional()
    .describe("Signal-to-noise ratio, dB: as the decoder tells it, else `level` less `noise`."),
  frequencySkew: z
    .number()
    .optional()
    .describe(
      "How far the signal was above the frequency of the channel, Hz; below it if negative.",
    ),
  bitRate: z.int().positive().optional().describe("Bit rate of the frame, bit/s."),
  slot: z
    .string()
    .optional()
    .describe("HFDL: the kind of slot of the frame, `S` for single or `D` for double."),
  octetsCorrected: z
    .int()
    .nonnegative()
    .optional()
    .describe("Octets of the burst that forward error correction has corrected."),
};

/** Signal and noise of a reception. */
export const Signal = z.strictObject(signalMembers);
export type Signal = z.infer<typeof Signal>;

export const signalMemberNames = Object.keys(signalMembers) as (keyof Signal)[];
