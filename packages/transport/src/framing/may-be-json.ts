import { scanObject } from "./scan-object.ts";

const openBrace = 0x7b;
const openBracket = 0x5b;
const objectStart = /^\{\s*["}]/;
const scalar =
  /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|"[ !#-[\]-\u{10ffff}]*")$/u;

/**
 * Returns whether a line is parsed before it is scanned. False for most lines that are not JSON, because
 * an exception of `JSON.parse` takes longer than scanning a short line.
 *
 * @param charsMin objects and arrays with fewer characters are scanned
 */
export function mayBeJson(line: string, charsMin: number): boolean {
  const first = line.charCodeAt(0);
  if (first === openBrace) {
    return line.length >= charsMin && line.endsWith("}") && objectStart.test(line);
  }
  if (first !== openBracket) return scalar.test(line);
  return line.endsWith("]") && (line.length >= charsMin || scanObject(line, 0).found === "object");
}
