/** No JSON text holds it as it is, in a string or elsewhere. */
const stranger = "\u0000";

/**
 * Where a text stops being the beginning of JSON: the index of its first wrong character, its length
 * where it only ends too early. The parser's own message says so only at times, and quotes the text.
 */
export function jsonBreak(text: string): number {
  let viable = 0;
  let broken = text.length + 1;
  while (broken - viable > 1) {
    const middle = Math.floor((viable + broken) / 2);
    if (isBeginning(text.slice(0, middle))) viable = middle;
    else broken = middle;
  }
  return viable;
}

/** What a beginning lacks, a stranger behind it is the first to disturb. */
function isBeginning(text: string): boolean {
  try {
    JSON.parse(text + stranger);
    return false;
  } catch (error) {
    const message = error instanceof Error ? error.message : "";
    const at = /position (\d+)/.exec(message)?.[1];
    return at === undefined
      ? message.startsWith(`Unexpected token '${stranger}'`)
      : Number(at) === text.length;
  }
}
