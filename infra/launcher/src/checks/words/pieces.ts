/** A part of a file: code, or text that people read (a comment, a string, a document). */
export interface Piece {
  readonly kind: "code" | "comment" | "string";
  readonly text: string;
  /** Offset of its first character in the file. */
  readonly start: number;
}

const string = String.raw`"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'`;
const script = new RegExp(
  String.raw`(?<comment>/\*[^]*?\*/|(?<![:\\])//[^\n]*)|(?<string>${string}|${"`"}(?:\\.|[^${"`"}\\])*${"`"})`,
  "g",
);
const dashed = new RegExp(String.raw`(?<comment>--[^\n]*)|(?<string>${string})`, "g");
const hashed = new RegExp(String.raw`(?<comment>(?<![^\s])#[^\n]*)|(?<string>${string})`, "g");
const marked = /(?<string>(?!))|(?<comment>[^`]+)/g;

/** Splits a file into code, comments and strings; in a document, what is quoted by backticks is code. */
export function piecesOf(path: string, text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(patternFor(path))) {
    if (match.index > end)
      pieces.push({ kind: "code", text: text.slice(end, match.index), start: end });
    const kind = match.groups?.["comment"] === undefined ? "string" : "comment";
    pieces.push({ kind, text: match[0], start: match.index });
    end = match.index + match[0].length;
  }
  if (end < text.length) pieces.push({ kind: "code", text: text.slice(end), start: end });
  return pieces;
}

function patternFor(path: string): RegExp {
  if (/\.(?:tsx?|mjs|css)$/.test(path)) return script;
  if (/\.(?:lua|sql)$/.test(path)) return dashed;
  if (/\.(?:md|txt|html)$/.test(path)) return marked;
  return hashed;
}
