import { z } from "zod";

/** Ids begin with the system: `hfdl-4`, `vdl-10992A`, `aero-44`. */
export const GroundStationId = z
  .string()
  .regex(/^(?:hfdl-\d{1,3}|vdl-[0-9A-F]{6}|aero-[0-9A-F]{2})$/, "must be a ground station id")
  .meta({ examples: ["hfdl-4", "vdl-10992A", "aero-44"] });

/** The radio systems whose ground stations are known. */
export const GroundStationSystem = z.enum(["hfdl", "vdl", "aero"]).meta({
  description: "`hfdl`: HF data link. `vdl`: VDL mode 2. `aero`: an Inmarsat ground earth station.",
});

/** The ground station that a message came from or went to. */
export const MessageGroundStation = z.strictObject({
  id: GroundStationId.describe("The system and the address, for example `hfdl-4`."),
  system: GroundStationSystem,
  address: z
    .string()
    .describe(
      "The number of an HFDL ground station in the system table, the 24-bit address of a VDL2 ground station, or the number of a ground earth station (2 hex digits).",
    ),
  name: z.string().nullable(),
  airports: z.array(z.string()).describe("ICAO codes of the airports that it serves."),
  latitude: z.number().nullable().describe("Degrees."),
  longitude: z.number().nullable().describe("Degrees."),
});
export type MessageGroundStation = z.infer<typeof MessageGroundStation>;
