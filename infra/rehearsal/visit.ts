import { setTimeout as pause } from "node:timers/promises";
import type { Site } from "./containers.ts";

const waitMsMax = 180_000;

/**
 * Waits until a condition is true. A condition that throws is not true yet, and the last reason
 * that it gave is part of the error of a wait that lasts too long.
 */
export async function waitUntil(
  what: string,
  isTrue: () => boolean | Promise<boolean>,
): Promise<void> {
  const deadline = performance.now() + waitMsMax;
  let reason = "";
  const isTrueYet = async () => {
    try {
      return await isTrue();
    } catch (error) {
      reason = `: ${error instanceof Error ? error.message : String(error)}`;
      return false;
    }
  };
  while (!(await isTrueYet())) {
    if (performance.now() > deadline)
      throw new Error(`${what}: not within ${waitMsMax} ms${reason}`);
    await pause(200);
  }
}

/** Reads the page and its program, and says what was answered. */
export async function readPage(entry: string): Promise<string> {
  const answer = await fetch(entry);
  const html = await answer.text();
  const title = /<title>([^<]*)<\/title>/.exec(html)?.[1];
  const source = /<script[^>]* src="([^"]+)"/.exec(html)?.[1];
  if (source === undefined) throw new Error(`the page has no program: ${answer.status}`);
  const program = await fetch(new URL(source, entry));
  const bytes = (await program.arrayBuffer()).byteLength;
  return `The page “${title}” is answered with ${answer.status}, its program (${(bytes / 1e3).toFixed(0)} kB) with ${program.status}.`;
}

/** The answer of `jetwire doctor`: what is wrong, and how many messages have certainly no result. */
interface Examination {
  readonly wrong: readonly { readonly check: string; readonly what: string }[];
  readonly unaccounted: number | null;
}

/** Runs `jetwire doctor`, which also answers if something is wrong. */
export async function examine(site: Site): Promise<Examination> {
  const doctor = ["run", "--rm", "-T", "jetwire", "doctor", "--json"];
  const answer = await site.compose(...doctor).catch((error: { stdout: string }) => error.stdout);
  const { wrong, accounting } = JSON.parse(answer) as Pick<Examination, "wrong"> & {
    accounting: { sum: { unaccounted: number | null } } | null;
  };
  return { wrong, unaccounted: accounting?.sum.unaccounted ?? null };
}

/** Returns true if `jetwire doctor` finds nothing wrong but what is expected. Otherwise it throws what was found. */
export async function isWell(site: Site, expected: readonly string[] = []): Promise<true> {
  const examination = await examine(site);
  const wrong = examination.wrong.filter(({ check }) => !expected.includes(check));
  if (wrong.length > 0)
    throw new Error(wrong.map(({ check, what }) => `${check}: ${what}`).join("; "));
  return true;
}
