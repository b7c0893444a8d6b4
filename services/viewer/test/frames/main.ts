import { join } from "node:path";
import { parseArgs } from "node:util";
import { serverEvent, sniffRoom } from "@jetwire/protocol";
import type { Browser, Page } from "playwright-core";
import { findChromium, launchBrowser } from "../browser.ts";
import { startStubService, type StubService } from "../stub-service.ts";
import { type FrameFigures, heapSize, measureFrames } from "./measure.ts";
import { openPage } from "./page-of.ts";
import { createTraffic } from "./traffic.ts";

/*
 * Measures how evenly the page is drawn: the map with 2,000 moving aircraft while the camera moves, and
 * the live list at 200 messages a second. Build the page first. `--only map|live`, `--live-seconds 300`.
 */

const aircraftCount = 2_000;
const messagesPerSecond = 200;
const mapSeconds = 60;
const warmUpSeconds = 60;
const tickMs = 50;
const dragMs = 16;

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    "map-seconds": { type: "string", default: String(mapSeconds) },
    "live-seconds": { type: "string", default: "300" },
  },
});
const folder = join(import.meta.dirname, "../../dist");
const path = findChromium({ whole: true });
if (path === null) throw new Error("No Chromium is on the PATH");

await using service = await startStubService(folder);
// The page of an intercepted request has no address of this machine, so its socket would be refused.
const browser = await launchBrowser(path, ["--disable-features=LocalNetworkAccessChecks"]);
try {
  if (values.only !== "live") {
    await measureMap(service, browser, { width: 1_400, height: 900, scale: 1 });
    await measureMap(service, browser, { width: 390, height: 844, scale: 2 });
  }
  if (values.only !== "map") await measureLive(service, browser);
} finally {
  await browser.close();
}

interface Screen {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
}

async function measureMap(stub: StubService, from: Browser, screen: Screen): Promise<void> {
  const { width, height, scale } = screen;
  const context = await from.newContext({ viewport: { width, height }, deviceScaleFactor: scale });
  const traffic = createTraffic(aircraftCount);
  const at = { url: stub.url, folder, path: "map" };
  const page = await openPage(context, at, traffic.positions());
  await page.locator(".aircraft-row").first().waitFor();
  const stopTraffic = sendTraffic(stub, traffic);
  const stopCamera = moveCamera(page, screen);
  const figures = await measureFrames(page, Number(values["map-seconds"]));
  stopTraffic();
  await stopCamera();
  print(`map ${width}×${height}@${scale}, ${aircraftCount} aircraft`, figures);
  await context.close();
}

async function measureLive(stub: StubService, from: Browser): Promise<void> {
  const context = await from.newContext({ viewport: { width: 1_400, height: 900 } });
  const page = await openPage(context, { url: stub.url, folder, path: "" }, []);
  const session = await context.newCDPSession(page);
  const stopTraffic = sendTraffic(stub, createTraffic(aircraftCount));
  await page.locator("article").first().waitFor();
  await measureFrames(page, warmUpSeconds);
  const before = await heapSize(session);
  const figures = await measureFrames(page, Number(values["live-seconds"]) - warmUpSeconds);
  const after = await heapSize(session);
  stopTraffic();
  print(`live, ${messagesPerSecond} messages/s`, figures);
  console.log(`  heap after minute 1 ${before.toFixed(1)} MiB, at the end ${after.toFixed(1)} MiB`);
  await context.close();
}

function sendTraffic(stub: StubService, traffic: ReturnType<typeof createTraffic>): () => void {
  const timer = setInterval(() => {
    for (let sent = 0; sent < (messagesPerSecond * tickMs) / 1_000; sent += 1) {
      stub.gateway.to(sniffRoom).emit(serverEvent.message, traffic.message());
    }
  }, tickMs);
  return () => clearInterval(timer);
}

/** Drags the map in circles, and zooms a little in and out. @returns stops it */
function moveCamera(page: Page, { width, height }: Screen): () => Promise<void> {
  const stopping = new AbortController();
  const area = { x: Math.min(width, 900) / 2, y: height / 2 };
  const radius = Math.min(area.x, area.y) / 3;
  async function move(step: number): Promise<void> {
    const angle = step / 20;
    if (step % 120 === 0) {
      await page.mouse.up();
      await page.mouse.wheel(0, step % 240 === 0 ? -120 : 120);
      await page.mouse.move(area.x + radius, area.y);
      await page.mouse.down();
    }
    await page.mouse.move(area.x + radius * Math.cos(angle), area.y + radius * Math.sin(angle));
  }
  async function moveOn(): Promise<void> {
    for (let step = 0; !stopping.signal.aborted; step += 1) {
      await move(step);
      await new Promise((resolve) => setTimeout(resolve, dragMs));
    }
    await page.mouse.up();
  }
  const moving = moveOn();
  return async () => {
    stopping.abort();
    await moving;
  };
}

function print(name: string, figures: FrameFigures): void {
  const { seconds, meanPerSecond, medianPerSecond, p99Ms, longTasks } = figures;
  const perMinute = (longTasks * 60) / seconds;
  console.log(
    `${name}: ${seconds.toFixed(0)} s, mean ${meanPerSecond.toFixed(1)}/s, median ${medianPerSecond.toFixed(1)}/s, p99 ${p99Ms.toFixed(1)} ms, long tasks ${perMinute.toFixed(1)} a minute`,
  );
}
