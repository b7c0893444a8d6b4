import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";
import {
  cumulativeShift,
  type Kind,
  type LoadFigures,
  type LongTask,
  type Shift,
  totalBlocking,
} from "./figures.ts";

/** A device and its network. */
export interface Profile {
  readonly name: string;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly scale: number;
  /** How many times slower than this machine. */
  readonly cpuSlowdown: number;
  /** Null for the network as it is. */
  readonly network: { readonly roundTripMs: number; readonly bytesPerSecond: number } | null;
}

const quietMs = 2_000;
const loadMsMax = 45_000;

/** Opens a page with an empty cache, and measures until it is quiet: it shows what it has, without request and long task for 2 s. */
export async function loadOnce(
  browser: Browser,
  url: string,
  profile: Profile,
): Promise<LoadFigures> {
  const context = await browser.newContext({
    viewport: profile.viewport,
    deviceScaleFactor: profile.scale,
  });
  try {
    const page = await context.newPage();
    const devTools = await slowDown(context, page, profile);
    const traffic = await watchTraffic(devTools, url);
    await page.addInitScript(observe);
    const response = await page.goto(url, { timeout: loadMsMax });
    if (!response?.ok()) throw new Error(`${url} answered ${response?.status() ?? "nothing"}`);
    const seen = await waitUntilQuiet(page, traffic, url);
    return {
      firstPaintMs: seen.firstPaintMs,
      largestPaintMs: seen.largestPaintMs,
      shift: cumulativeShift(seen.shifts),
      blockingMs: totalBlocking(seen.longTasks, seen.firstPaintMs),
      bytes: traffic.bytes,
    };
  } finally {
    await context.close();
  }
}

async function slowDown(
  context: BrowserContext,
  page: Page,
  { cpuSlowdown, network }: Profile,
): Promise<CDPSession> {
  const devTools = await context.newCDPSession(page);
  await devTools.send("Network.enable");
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: cpuSlowdown });
  if (network) {
    await devTools.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: network.roundTripMs,
      downloadThroughput: network.bytesPerSecond,
      uploadThroughput: network.bytesPerSecond,
    });
  }
  return devTools;
}

interface Traffic {
  readonly bytes: Record<Kind, number>;
  /** The requests without an answer. */
  readonly pending: ReadonlySet<string>;
  /** The first refusal for a limit; null without one. */
  refusal(): string | null;
}

const kindOf: Readonly<Record<string, Kind>> = {
  Script: "script",
  Stylesheet: "css",
  Font: "font",
  Fetch: "data",
  XHR: "data",
};
const tooManyRequests = 429;

/** Counts what is transferred, as it is on the network. */
async function watchTraffic(devTools: CDPSession, url: string): Promise<Traffic> {
  const bytes: Record<Kind, number> = { script: 0, css: 0, font: 0, data: 0, other: 0 };
  const pending = new Set<string>();
  const kindsById = new Map<string, Kind>();
  let refusal: string | null = null;
  devTools.on("Network.requestWillBeSent", ({ requestId, type, request }) => {
    if (!request.url.startsWith(new URL(url).origin)) return;
    pending.add(requestId);
    kindsById.set(requestId, kindOf[type ?? ""] ?? "other");
  });
  devTools.on("Network.responseReceived", ({ response }) => {
    if (response.status === tooManyRequests) refusal ??= response.url;
  });
  devTools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    bytes[kindsById.get(requestId) ?? "other"] += encodedDataLength;
    pending.delete(requestId);
  });
  devTools.on("Network.loadingFailed", ({ requestId }) => void pending.delete(requestId));
  devTools.on("Network.webSocketFrameReceived", ({ response }) => {
    bytes.data += response.payloadData.length;
  });
  return { bytes, pending, refusal: () => refusal };
}

/** The entries that the browser has reported to the page. */
interface Seen {
  readonly nowMs: number;
  /** Whether grey lines stand for content that is to come. */
  readonly isLoading: boolean;
  readonly firstPaintMs: number;
  readonly largestPaintMs: number;
  readonly shifts: readonly Shift[];
  readonly longTasks: readonly LongTask[];
}

async function waitUntilQuiet(page: Page, traffic: Traffic, url: string): Promise<Seen> {
  const endMs = Date.now() + loadMsMax;
  let quietSinceMs = Date.now();
  for (;;) {
    const seen = await page.evaluate(() =>
      (globalThis as unknown as { readSeen(): Seen }).readSeen(),
    );
    const refusal = traffic.refusal();
    if (refusal !== null) throw new Error(`${refusal} was refused for its limit; try again later`);
    const last = seen.longTasks.at(-1);
    const isIdle = last === undefined || seen.nowMs - last.atMs - last.ms > quietMs;
    if (traffic.pending.size > 0 || seen.isLoading) quietSinceMs = Date.now();
    if (seen.firstPaintMs > 0 && isIdle && Date.now() - quietSinceMs > quietMs) return seen;
    if (Date.now() > endMs) {
      throw new Error(`${url} was not quiet within ${loadMsMax / 1_000} s`);
    }
    await page.waitForTimeout(quietMs / 10);
  }
}

/** Runs in the page, before its own scripts. */
function observe(): void {
  const seen = {
    firstPaintMs: 0,
    largestPaintMs: 0,
    shifts: [] as Shift[],
    longTasks: [] as LongTask[],
  };
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { entryType, name, startTime, duration } = entry;
      if (name === "first-contentful-paint") seen.firstPaintMs = startTime;
      if (entryType === "largest-contentful-paint") seen.largestPaintMs = startTime;
      if (entryType === "longtask") seen.longTasks.push({ atMs: startTime, ms: duration });
      if (entryType === "layout-shift") {
        const { value, hadRecentInput } = entry as PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
        };
        if (!hadRecentInput) seen.shifts.push({ atMs: startTime, score: value });
      }
    }
  });
  for (const type of ["paint", "largest-contentful-paint", "layout-shift", "longtask"]) {
    observer.observe({ type, buffered: true });
  }
  function readSeen(): Seen {
    const isLoading = document.querySelector(".skeleton") !== null;
    return { ...seen, isLoading, nowMs: performance.now() };
  }
  Object.assign(globalThis, { readSeen });
}
