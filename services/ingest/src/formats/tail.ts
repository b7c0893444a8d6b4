import { headerText } from "./fields.ts";

const dot = 0x2e;

/**
 * A registration as painted, without the dots that fill it up to seven characters on the air, upper
 * case. Its spelling is otherwise left alone: hyphens come and go, and bit errors can't be mended here.
 */
export function readTail(value: unknown): string | null {
  const text = headerText(value);
  if (text === null) return null;
  let from = 0;
  let to = text.length;
  while (from < to && text.charCodeAt(from) === dot) from++;
  while (to > from && text.charCodeAt(to - 1) === dot) to--;
  const tail = text.slice(from, to).trim().toUpperCase();
  return tail === "" ? null : tail;
}
