/**
 * MIAM over ACARS (ARINC 841): a letter, and a message in one piece, or the control of a file in segments. Names
 * are libacars' (`miam.c`). Segments are not joined: which follow each other is not in them.
 */
import type { Fields } from "../../../formats/fields.ts";
import { coreTree } from "./core.ts";

/** @returns libacars' `miam`; null if the text is none */
export function miamTree(text: string): Fields | null {
  const body = text.slice(1);
  if (text.startsWith("T")) return framed("single_transfer", core(body));
  if (text.startsWith("S")) return framed("file_segment", segment(body));
  const control = controls[text.slice(0, 1)];
  return control === undefined
    ? null
    : framed(control.name, control.read(body.replace(/[\r\n]+$/, "")));
}

function framed(name: string, frame: Fields | null): Fields | null {
  return frame && { [name]: frame };
}

function core(text: string): Fields | null {
  const tree = coreTree(text);
  return tree && { miam_core: tree };
}

function segment(text: string): Fields | null {
  const [, file, number] = /^(\d{3})(\d{3})/.exec(text) ?? [];
  return file === undefined ? null : { file_id: Number(file), segment_id: Number(number) };
}

const controls: Readonly<Record<string, { name: string; read: (text: string) => Fields | null }>> =
  {
    F: { name: "file_transfer_request", read: request },
    K: { name: "file_transfer_accept", read: acceptance },
    A: { name: "file_transfer_abort", read: abort },
    Y: { name: "file_xoff_ind", read: pause },
    X: { name: "file_xon_ind", read: resumption },
  };

/** File, size, and the time until which it is valid: year to second, two figures each. */
const requestPattern =
  /^(\d{3})(\d{6})(\d\d)(0\d|1[0-2])([0-2]\d|3[01])([01]\d|2[0-3])([0-5]\d)([0-5]\d)$/;

function request(text: string): Fields | null {
  const match = requestPattern.exec(text);
  if (match === null) return null;
  const [file_id, file_size, year = 0, month, day, hour, minute, second] = match
    .slice(1)
    .map(Number);
  return {
    file_id,
    file_size,
    complete_until_datetime: {
      date: { year: 2000 + year, month, day },
      time: { hour, minute, second },
    },
  };
}

function acceptance(text: string): Fields | null {
  const [, file, size = "", ...seconds] = /^(\d{3})([\dA-F])(\d{3})(\d{3})$/.exec(text) ?? [];
  if (file === undefined) return null;
  return {
    file_id: Number(file),
    segment_size: Number.parseInt(size, 16),
    ...intervals(seconds),
  };
}

function intervals([onGround, inFlight]: readonly string[]): Fields {
  return {
    on_ground_seg_temp_secs: Number(onGround),
    in_flight_seg_temp_secs: Number(inFlight),
  };
}

function abort(text: string): Fields | null {
  const [, file, reason] = /^(\d{3})(\d)$/.exec(text) ?? [];
  return file === undefined ? null : { file_id: Number(file), reason: Number(reason) };
}

function pause(text: string): Fields | null {
  return /^(?:\d{3}|FFF)$/.test(text) ? filesOf(text) : null;
}

function resumption(text: string): Fields | null {
  const [, file, ...seconds] = /^(\d{3}|FFF)(\d{3})(\d{3})$/.exec(text) ?? [];
  return file === undefined ? null : { ...filesOf(file), ...intervals(seconds) };
}

function filesOf(file: string): Fields {
  return file === "FFF" ? { all_files: true } : { all_files: false, file_id: Number(file) };
}
