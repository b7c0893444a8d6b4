import { z } from "zod";

/** A text of one or more lines, without white space around it. Line breaks become line feeds. */
export function textLines(charsMax: number) {
  return z
    .string()
    .trim()
    .min(1, "must not be empty")
    .max(charsMax, `must not be longer than ${charsMax} characters`)
    .regex(/^(?:\P{Cc}|\r?\n)*$/u, "must not contain control characters other than line breaks")
    .overwrite((text) => text.replaceAll("\r\n", "\n"));
}
