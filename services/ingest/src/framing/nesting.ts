/**
 * How deep JSON may be nested. Counting brackets comes first, by native search: few texts have
 * enough of them to be worth a closer look, and none that is shorter than its own brackets.
 */
import { depthMax } from "./scan-object.ts";

export function isTooDeep(json: string): boolean {
  if (json.length <= depthMax * 2) return false;
  const opened = countUpTo(depthMax, json, "{") + countUpTo(depthMax, json, "[");
  return opened > depthMax && depthOf(json) > depthMax;
}

function countUpTo(max: number, json: string, bracket: string): number {
  let count = 0;
  for (
    let at = json.indexOf(bracket);
    at >= 0 && count <= max;
    at = json.indexOf(bracket, at + 1)
  ) {
    count++;
  }
  return count;
}

function depthOf(json: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let at = 0; at < json.length; at++) {
    const char = json.charAt(at);
    if (inString && char === "\\") at++;
    else if (char === '"') inString = !inString;
    else if (inString) continue;
    else if (char === "{" || char === "[") deepest = Math.max(deepest, ++depth);
    else if (char === "}" || char === "]") depth--;
  }
  return deepest;
}
