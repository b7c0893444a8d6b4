import { type AsyncRouteComponent, lazyRouteComponent } from "@tanstack/react-router";
import { type FunctionComponent, lazy, type LazyExoticComponent } from "react";
import { connection } from "../data/live/realtime.ts";
import { createStore } from "../data/store.ts";

/*
 * Parts of the page that load their own script when they are first shown. A script that cannot be loaded never
 * fails a part: the part waits, what was shown before stays, and a banner tells why. The scripts of all parts are
 * fetched when the page has nothing else to do, so that they are there when the network is not.
 */

/** The reason why parts wait for their scripts: there is no connection, or the server has those of another version. */
export type PartWait = "offline" | "outdated";

/** The reason why parts that were opened are not shown yet; null if none waits for its script. */
export const partWait = createStore<PartWait | null>(null);

type Parts<Props, Name extends string> = Readonly<Record<Name, FunctionComponent<Props>>>;

const waiting = new Set<() => void>();

/** A part inside of a page, for example a dialog. Renders it within `Suspense`. */
export function lazyPart<Props, Name extends string>(
  importPart: () => Promise<Parts<Props, Name>>,
  name: Name,
): LazyExoticComponent<FunctionComponent<Props>> {
  return lazy(async () => ({ default: (await load(importPart))[name] }));
}

/** The part that a route shows. The page before stays until its script is there. */
export function lazyPage<Name extends string>(
  importPage: () => Promise<Parts<object, Name>>,
  name: Name,
): AsyncRouteComponent<object> {
  return lazyRouteComponent(() => load(importPage), name);
}

/** Tries again to load the scripts that parts wait for. */
export function retryParts(): void {
  const retries = [...waiting];
  waiting.clear();
  partWait.set(null);
  for (const retry of retries) retry();
}

/**
 * Fetches the scripts and styles of all parts one after the other into the cache of the browser, unless the user saves
 * data. Ends at the first failure. Nothing is run, because styles of a page would reach the page that is shown.
 */
export async function fetchParts(): Promise<void> {
  const list = document.querySelector('meta[name="jetwire-parts"]')?.getAttribute("content");
  if (!list || savesData()) return;
  for (const name of list.split(" ")) {
    await untilIdle();
    try {
      await (await fetch(`/assets/${name}`, { priority: "low" })).arrayBuffer();
    } catch {
      return;
    }
  }
}

/** Imports a script. Waits until it can be loaded, and never rejects. */
async function load<Module>(importPart: () => Promise<Module>): Promise<Module> {
  for (;;) {
    try {
      return await importPart();
    } catch {
      await untilRetried();
    }
  }
}

async function untilRetried(): Promise<void> {
  const cause = (await isServerThere()) ? "outdated" : "offline";
  await new Promise<void>((resolve) => {
    waiting.add(resolve);
    partWait.set(cause);
  });
}

/** Whether the server answers. Then a script that it does not have is of another version of the page. */
async function isServerThere(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(5_000);
    const { ok } = await fetch("/", { method: "HEAD", cache: "no-store", signal });
    return ok;
  } catch {
    return false;
  }
}

async function untilIdle(): Promise<void> {
  await new Promise<void>((resolve) => {
    // Safari has no idle callbacks.
    if (typeof requestIdleCallback === "function") requestIdleCallback(() => resolve());
    else setTimeout(resolve, 200);
  });
}

function savesData(): boolean {
  const { connection: network } = navigator as { connection?: { saveData?: boolean } };
  return network?.saveData === true;
}

addEventListener("online", retryParts);
connection.subscribe(() => {
  if (connection.get().state === "connected") retryParts();
});
