import { piecesOf } from "./pieces.ts";
import { allowed, badStarts, bagAllowed, bagSuffix, terms } from "./terms.ts";

/** A place in the repository that does not follow the glossary. */
export interface FoundTerm {
  readonly path: string;
  readonly line: number;
  readonly found: string;
  readonly instead: string;
}

interface Word {
  readonly text: string;
  readonly start: number;
  /** Part of an identifier of several words. */
  readonly compound: boolean;
}

const matchers = terms.map(({ pattern, ...term }) => {
  return { ...term, regex: new RegExp(`(?<![\\w'])(?:${pattern})(?![\\w'])`, "g") };
});

/** Finds the retired terms, the bags of functions and the malformed doc comments of a file. */
export function findTerms(path: string, text: string): FoundTerm[] {
  const cleaned = allowed.reduce((rest, regex) => rest.replace(regex, blank), text);
  const at = (start: number, found: string, instead: string): FoundTerm => {
    return { path, line: lineOf(text, start), found, instead };
  };
  const inText = piecesOf(path, cleaned).flatMap((piece) =>
    termsIn(path, wordsOf(piece.text), piece.kind === "code").map(({ start, found, instead }) =>
      at(piece.start + start, found, instead),
    ),
  );
  const inPath = termsIn(path, wordsOf(path), true).map(({ found, instead }) =>
    at(0, `${found} (file name)`, instead),
  );
  const bags = [...text.matchAll(bagSuffix)]
    .filter(([, name]) => !bagAllowed.has(name ?? ""))
    .map(({ 1: name = "", index }) => at(index, name, "a bound store, or the steps themselves"));
  return [...inPath, ...inText, ...bags, ...docStarts(path, text, at)];
}

function termsIn(path: string, words: readonly Word[], isCode: boolean) {
  const line = words.map(({ text }) => text).join(" ");
  const starts = new Map<number, Word>();
  let offset = 0;
  for (const word of words) {
    starts.set(offset, word);
    offset += word.text.length + 1;
  }
  return matchers.flatMap(({ regex, instead, only, except }) =>
    except?.test(path)
      ? []
      : [...line.matchAll(regex)].flatMap((match) => {
          const word = starts.get(match.index);
          if (word === undefined) return [];
          const kind = isCode || word.compound ? "names" : "text";
          if (only !== undefined && only !== kind) return [];
          return [{ start: word.start, found: match[0], instead }];
        }),
  );
}

/** Splits text into lower-case words; words of different sentences are separated by a bar. */
function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  let end = -1;
  for (const match of text.matchAll(/[A-Z]?[a-z]+(?:'[a-z]+)?|[A-Z]+(?![a-z])/g)) {
    const between = end < 0 ? " " : text.slice(end, match.index);
    if (!/^[\s*/_-]*$/.test(between)) words.push({ text: "|", start: end, compound: false });
    end = match.index + match[0].length;
    const joined = /[A-Za-z0-9_]/;
    const compound = joined.test(text[match.index - 1] ?? "") || joined.test(text[end] ?? "");
    words.push({ text: match[0].toLowerCase(), start: match.index, compound });
  }
  return words;
}

function docStarts(
  path: string,
  text: string,
  at: (start: number, found: string, instead: string) => FoundTerm,
): FoundTerm[] {
  if (!/\.tsx?$/.test(path)) return [];
  return [...text.matchAll(/\/\*\*\s+(?:\*\s+)?([A-Za-z]+)/g)]
    .filter(([, first]) => badStarts.has((first ?? "").toLowerCase()))
    .map(({ 1: first = "", index }) =>
      at(index, `/** ${first} …`, "a doc comment starts with a verb or a subject"),
    );
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

function blank(match: string): string {
  return " ".repeat(match.length);
}
