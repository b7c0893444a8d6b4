import type { CDPSession, Page } from "playwright-core";

/** Figures of how evenly a page is drawn. */
export interface FrameFigures {
  readonly seconds: number;
  readonly meanPerSecond: number;
  readonly medianPerSecond: number;
  readonly p99Ms: number;
  readonly longTasks: number;
}

interface Recorded {
  readonly intervalsMs: readonly number[];
  readonly longTasks: number;
}

/** Records every frame of a page for a time. */
export async function measureFrames(page: Page, seconds: number): Promise<FrameFigures> {
  const recorded: Recorded = await page.evaluate(async (durationMs) => {
    const intervalsMs: number[] = [];
    let longTasks = 0;
    const observer = new PerformanceObserver((list) => (longTasks += list.getEntries().length));
    observer.observe({ type: "longtask" });
    const startMs = performance.now();
    await new Promise<void>((resolve) => {
      let beforeMs = startMs;
      function onFrame(nowMs: number): void {
        intervalsMs.push(nowMs - beforeMs);
        beforeMs = nowMs;
        if (nowMs - startMs < durationMs) requestAnimationFrame(onFrame);
        else resolve();
      }
      requestAnimationFrame(onFrame);
    });
    observer.disconnect();
    return { intervalsMs, longTasks };
  }, seconds * 1_000);
  const sorted = recorded.intervalsMs.toSorted((a, b) => a - b);
  const totalMs = sorted.reduce((sum, ms) => sum + ms, 0);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  return {
    seconds: totalMs / 1_000,
    meanPerSecond: (sorted.length * 1_000) / totalMs,
    medianPerSecond: 1_000 / at(0.5),
    p99Ms: at(0.99),
    longTasks: recorded.longTasks,
  };
}

/** Returns the size of the heap after a garbage collection, MiB. */
export async function heapSize(session: CDPSession): Promise<number> {
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  return usedSize / 2 ** 20;
}
