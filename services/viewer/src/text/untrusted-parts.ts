/** A part of a text from outside: shown as it is, or a mark that stands for what cannot be seen. */
export interface UntrustedPart {
  readonly kind: "text" | "mark";
  readonly text: string;
}

const charsMax = 65_536;

// Bidirectional controls, zero-width and other invisible format characters.
const invisible =
  /[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|\u{e0001}|[\u{e0020}-\u{e007f}]/u;
// oxlint-disable-next-line no-control-regex -- finding them is its purpose
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;
const special = new RegExp(`(\\r\\n|[\\r\\n]|${invisible.source}|${control.source})`, "u");

/**
 * Splits a text from outside into parts that can be shown. Control characters become control pictures,
 * invisible characters become marks like `U+202E`, lone surrogates become U+FFFD.
 *
 * @param lines whether line ends are kept; otherwise each becomes `⏎`
 */
export function untrustedParts(text: string, lines: boolean): UntrustedPart[] {
  const pieces = text.slice(0, charsMax).toWellFormed().split(special);
  const parts: UntrustedPart[] = [];
  for (const [index, piece] of pieces.entries()) {
    if (piece === "" || piece === undefined) continue;
    const part = index % 2 === 0 ? plain(piece) : shown(piece, lines);
    const last = parts.at(-1);
    if (last?.kind === "text" && part.kind === "text") {
      parts[parts.length - 1] = plain(last.text + part.text);
    } else parts.push(part);
  }
  return parts;
}

function shown(piece: string, lines: boolean): UntrustedPart {
  if (/^[\r\n]/.test(piece)) return plain(lines ? "\n" : "⏎");
  const code = piece.codePointAt(0) ?? 0;
  if (code < 0x20) return plain(String.fromCharCode(0x2400 + code));
  if (code === 0x7f) return plain("\u2421");
  return { kind: "mark", text: `U+${code.toString(16).toUpperCase().padStart(4, "0")}` };
}

function plain(text: string): UntrustedPart {
  return { kind: "text", text };
}
