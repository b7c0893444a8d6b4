import type { RejectReason } from "@jetwire/decoders";

const httpPattern =
  /^(?:(?:GET|POST|PUT|HEAD|DELETE|PATCH|OPTIONS|TRACE|CONNECT) \S+ HTTP\/|HTTP\/\d|PRI \* HTTP\/2)/;

/** The record header of a TLS handshake: type 22, version 3.0 to 3.4. */
// oxlint-disable-next-line no-control-regex
const tlsPattern = /^\u0016\u0003[\u0000-\u0004]/;

/**
 * Patterns of the text formats of decoders: acarsdec and vdlm2dec
 * (`[#1 (F:131.550 …`), dumpvdl2 and dumphfdl (`[2024-01-31 …`), JAERO's formats 1 to 3
 * (`… AES:ABCDEF GES:44 …`), PlanePlotter's one-line format and SBS lines.
 */
const textFormatPatterns = [
  /^\[#\d/,
  /^\[\d{4}-\d\d-\d\d/,
  /AES:[\dA-Fa-f]{6} GES:[\dA-Fa-f]{2}/,
  /^AC\d? .{7} /,
  /^(?:MSG|STA|ID|AIR|SEL|CLK),\d*,/,
  /^(?:ACARS mode|Aircraft reg|Mode|Label|Message label|Block id|Msg\.? no|Flight id)\s*:/i,
];

/** The number of characters that are examined. */
const examinedMax = 512;

/** Returns why text that does not begin with an object is rejected, by what it seems to be. */
export function reasonOfNotJson(piece: string): RejectReason {
  const head = piece.slice(0, examinedMax);
  if (httpPattern.test(head)) return "http-bytes";
  if (tlsPattern.test(head)) return "tls-bytes";
  if (textFormatPatterns.some((pattern) => pattern.test(head))) return "text-format";
  return "not-json";
}
