import { setTimeout as pause } from "node:timers/promises";
import type { Site } from "./containers.ts";

const waitMsMax = 180_000;

/** Waits until a condition is true. A condition that throws is not true yet. */
export async function waitUntil(
  what: string,
  isTrue: () => boolean | Promise<boolean>,
): Promise<void> {
  const deadline = performance.now() + waitMsMax;
  while (!(await isTrueYet(isTrue))) {
    if (performance.now() > deadline) throw new Error(`${what}: not within ${waitMsMax} ms`);
    await pause(200);
  }
}

async function isTrueYet(isTrue: () => boolean | Promise<boolean>): Promise<boolean> {
  try {
    return await isTrue();
  } catch {
    return false;
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

/** The answer of `jetwire doctor`: whether all is well, and how many messages have certainly no result. */
interface Examination {
  readonly ok: boolean;
  readonly unaccounted: number | null;
}

/** Runs `jetwire doctor`, which also answers if something is wrong. */
export async function examine(site: Site): Promise<Examination> {
  const doctor = ["run", "--rm", "-T", "jetwire", "doctor", "--json"];
  const answer = await site.compose(...doctor).catch((error: { stdout: string }) => error.stdout);
  const { ok, accounting } = JSON.parse(answer) as {
    ok: boolean;
    accounting: { sum: { unaccounted: number | null } } | null;
  };
  return { ok, unaccounted: accounting?.sum.unaccounted ?? null };
}

/** Returns true if `jetwire doctor` finds nothing wrong. */
export async function isWell(site: Site): Promise<boolean> {
  return (await examine(site)).ok;
}
