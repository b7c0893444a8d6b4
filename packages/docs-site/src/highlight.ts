import highlighter from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import python from "highlight.js/lib/languages/python";
import sql from "highlight.js/lib/languages/sql";
import typescript from "highlight.js/lib/languages/typescript";
import yaml from "highlight.js/lib/languages/yaml";

for (const [name, language] of Object.entries({
  bash,
  javascript,
  json,
  python,
  sql,
  typescript,
  yaml,
})) {
  highlighter.registerLanguage(name, language);
}

/** Formats code as HTML with a class for each kind of word; without one if the language is unknown. */
export function highlight(code: string, info: string, escape: (text: string) => string): string {
  const language = info.split(/\s/)[0] ?? "";
  if (highlighter.getLanguage(language) === undefined) return escape(code);
  return highlighter.highlight(code, { language, ignoreIllegals: true }).value;
}
