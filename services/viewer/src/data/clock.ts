import { createStore } from "./store.ts";

/** The time now, in ms since 1970; it changes each second while the page is visible. */
export const clock = createStore(Date.now());

/** The time now, for what changes by the day: it changes each minute. */
export const coarseClock = createStore(Date.now());

const minuteMs = 60_000;

setInterval(() => {
  const nowMs = Date.now();
  if (!document.hidden) clock.set(nowMs);
  if (nowMs - coarseClock.get() >= minuteMs) coarseClock.set(nowMs);
}, 1_000);
