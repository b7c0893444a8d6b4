import type { Decoder } from "../station-setups.ts";
import { writeAcarsdec2018, writeAcarsdec3, writeAcarsdec4 } from "./acarsdec.ts";
import { writeDumphfdl } from "./dumphfdl.ts";
import { writeDumpvdl2 } from "./dumpvdl2.ts";
import { writeIridiumSniffer } from "./iridium-sniffer.ts";
import { writeIridiumToolkit, writeIridiumToolkit2022 } from "./iridium-toolkit.ts";
import { writeJaeroDump, writeJaeroFlat } from "./jaero.ts";
import { writeSatdump } from "./satdump.ts";
import { writeVdlm2dec } from "./vdlm2dec.ts";
import type { DecoderWriter } from "./decoder-output.ts";

export const decoderWriters: Record<Decoder, DecoderWriter> = {
  "acarsdec-2018": writeAcarsdec2018,
  "acarsdec-3": writeAcarsdec3,
  "acarsdec-4": writeAcarsdec4,
  vdlm2dec: writeVdlm2dec,
  dumpvdl2: writeDumpvdl2,
  dumphfdl: writeDumphfdl,
  "jaero-jsondump": writeJaeroDump,
  "jaero-json": writeJaeroFlat,
  satdump: writeSatdump,
  "iridium-toolkit": writeIridiumToolkit,
  "iridium-toolkit-2022": writeIridiumToolkit2022,
  "iridium-sniffer": writeIridiumSniffer,
};
