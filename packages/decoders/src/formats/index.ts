import { readAcarsdec } from "./acarsdec.ts";
import { readAsf2 } from "./asf2.ts";
import { type ParseResult, rejected } from "./decoded-message.ts";
import { readDumphfdl } from "./dumphfdl.ts";
import { readDumpvdl2 } from "./dumpvdl2.ts";
import { unwrapped } from "./envelope.ts";
import { type Fields, fieldsOf, isFields } from "./fields.ts";
import { readIridiumSniffer } from "./iridium-sniffer.ts";
import { readIridiumToolkit } from "./iridium-toolkit.ts";
import { readJaeroDump, readJaeroFlat, readJaeroStatus } from "./jaero.ts";
import { readRouteLine } from "./route-line.ts";
import { readSatdump } from "./satdump.ts";
import { readVdlm2dec } from "./vdlm2dec.ts";

/**
 * Parses one object of any decoder, which is recognized by its content: every port accepts every
 * format. Never throws. Times are the station's, right or wrong.
 */
export function readObject(value: unknown): ParseResult {
  if (!isFields(value))
    return rejected("not-an-object", Array.isArray(value) ? "array" : typeof value);
  const object = unwrapped(value);
  return readNested(object) ?? readSatellite(object) ?? readFlat(object);
}

/** Parses the formats whose object is nested under one key. */
function readNested(object: Fields): ParseResult | undefined {
  if (object.vdl2 !== undefined) return readDumpvdl2(object.vdl2);
  if (object.hfdl !== undefined) return readDumphfdl(object.hfdl);
  if (object.iridium !== undefined) return readIridiumSniffer(object.iridium);
  if (object.asf2 !== undefined) return readAsf2(object.asf2);
  if (object.isu !== undefined) return readJaeroDump(object);
  return undefined;
}

function readSatellite(object: Fields): ParseResult | undefined {
  if (isSatdump(object)) return readSatdump(object);
  if (isIridiumToolkit(object)) return readIridiumToolkit(object);
  if (object.AESID !== undefined && object.GESID !== undefined) return readJaeroFlat(object);
  if (object.DCD !== undefined && object.SNR !== undefined) return readJaeroStatus(object);
  return undefined;
}

/** Parses acarsdec and vdlm2dec: flat, with a number as time. */
function readFlat(object: Fields): ParseResult {
  if (typeof object.timestamp !== "number") return unknownFormat(object);
  const isVdl = isVdlm2dec(object);
  if (object.freq === undefined && object.label === undefined) return readRouteLine(object, isVdl);
  if (isVdl) return readVdlm2dec(object);
  return object.label === undefined ? unknownFormat(object) : readAcarsdec(object);
}

function isSatdump(object: Fields): boolean {
  if (object.plane_reg !== undefined && object.signal_unit !== undefined) return true;
  return object.source !== undefined && fieldsOf(fieldsOf(object.source).app).name === "SatDump";
}

function isIridiumToolkit(object: Fields): boolean {
  if (object.app !== undefined && fieldsOf(object.app).name === "iridium-toolkit") return true;
  return object.source !== undefined && fieldsOf(object.source).transport === "iridium";
}

function isVdlm2dec(object: Fields): boolean {
  if (object.icao !== undefined || object.hex !== undefined) return true;
  if (object.toaddr !== undefined || object.fromaddr !== undefined) return true;
  return object.app !== undefined && fieldsOf(object.app).name === "vdlm2dec";
}

const keysShownMax = 8;
const keyCharsMax = 24;

/** Rejects an object; the detail lists its first keys, by which an operator can recognize the decoder. */
function unknownFormat(object: Fields): ParseResult {
  const keys: string[] = [];
  for (const key in object) {
    if (keys.length === keysShownMax) break;
    keys.push(key.slice(0, keyCharsMax));
  }
  return rejected("unknown-format", `keys: ${keys.join(", ")}`);
}
