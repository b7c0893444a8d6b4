import type { ConnectionStatus } from "@jetwire/client";
import type { EnrichedMessage } from "@jetwire/protocol";
import { createBacklog } from "./backlog.ts";
import { connectionText } from "./connection-text.ts";
import { createDetails } from "./details.ts";
import { byId } from "./element.ts";
import { createFilter } from "./filter.ts";
import { drawRateChart } from "./rate-chart.ts";
import { createList } from "./list.ts";
import { createRateMeter } from "./rate-meter.ts";
import { createRecentItems } from "./recent-items.ts";
import { newMessagesText } from "./format.ts";

/** The page, as its connection updates it. */
export interface LivePage {
  add(message: EnrichedMessage): void;
  connection(connection: ConnectionStatus): void;
  /** @param reason null if the service has accepted a later request */
  refused(reason: string | null): void;
}

const rowsMax = 500;
/** Earlier messages that a filter searches. */
const recentMax = 2_000;
/** The scroll position below which new rows are withheld: they would move the text being read. */
const readingPixels = 120;
/** New rows move all others, so they are added in batches. */
const betweenRendersMs = 80;

/**
 * Connects the parts of the page. Messages go into the backlog, and each frame shows the backlog unless
 * the page is paused or scrolled down. Then the messages stay in the backlog and are counted.
 */
export function createLivePage(): LivePage {
  const backlog = createBacklog<EnrichedMessage>(rowsMax);
  const recent = createRecentItems<EnrichedMessage>(recentMax);
  const rate = createRateMeter(performance.now());
  const filterInput = byId("filter", HTMLInputElement);
  const pauseButton = byId("pause", HTMLButtonElement);
  const freshButton = byId("fresh", HTMLButtonElement);
  const notice = byId("notice", HTMLElement);
  const status = byId("connection", HTMLElement);
  const rateOutput = byId("rate", HTMLOutputElement);
  const history = byId("history", HTMLCanvasElement);
  const details = createDetails(() => list.mark(null));
  const list = createList(byId("list", HTMLElement), rowsMax, (message) => {
    details.show(message);
    list.mark(message.id);
  });

  let filter = createFilter("");
  let isPaused = false;
  let isFrameDue = false;
  let renderedMs = 0;
  let connection: ConnectionStatus = { state: "connecting" };
  let refusal: string | null = null;

  function requestFrame(): void {
    if (isFrameDue) return;
    isFrameDue = true;
    const waitMs = Math.max(0, renderedMs + betweenRendersMs - performance.now());
    setTimeout(() => requestAnimationFrame(frame), waitMs);
  }

  function frame(nowMs: number): void {
    isFrameDue = false;
    renderedMs = nowMs;
    render();
  }

  function render(): void {
    // Read once, before anything changes: reading the scroll position forces a layout.
    const isWithheld = isPaused || scrollY > readingPixels;
    if (!isWithheld && backlog.count > 0) {
      const messages = backlog.take();
      recent.add(messages);
      list.prepend(messages.filter(filter));
    }
    const isFresh = isWithheld && backlog.count > 0;
    freshButton.hidden = !isFresh;
    if (isFresh) setText(freshButton, `${newMessagesText(backlog.count)} — show`);
    setText(notice, noticeText());
    document.title = isFresh ? `(${backlog.count}) Jetwire live` : "Jetwire live";
  }

  function noticeText(): string {
    if (list.length > 0) return "";
    const query = filterInput.value.trim();
    if (query !== "" && recent.items.length > 0) {
      return `None of the last ${recent.items.length} messages match “${query}”. New messages that match will appear here.`;
    }
    if (connection.state === "connected" && isPaused) return "Paused before the first message.";
    return connectionText(connection, refusal).long;
  }

  function showConnection(): void {
    const words = connectionText(connection, refusal);
    status.dataset["state"] = words.state;
    setText(status, words.short);
    requestFrame();
  }

  function setPaused(paused: boolean): void {
    isPaused = paused;
    pauseButton.ariaPressed = String(paused);
    pauseButton.textContent = paused ? "Resume" : "Pause";
    document.body.classList.toggle("paused", paused);
    requestFrame();
  }

  function showFresh(): void {
    setPaused(false);
    scrollTo({ top: 0, behavior: "instant" });
  }

  function setFilter(query: string): void {
    filter = createFilter(query);
    list.replace(recent.items.filter(filter));
    requestFrame();
  }

  function everySecond(): void {
    const nowMs = performance.now();
    setText(rateOutput, rate.perSecond(nowMs).toFixed(1));
    drawRateChart(history, rate.history(nowMs));
  }

  pauseButton.addEventListener("click", () => setPaused(!isPaused));
  freshButton.addEventListener("click", showFresh);
  filterInput.addEventListener("input", () => setFilter(filterInput.value));
  byId("controls", HTMLFormElement).addEventListener("submit", (event) => event.preventDefault());
  addEventListener("scroll", requestFrame, { passive: true });
  addEventListener("keydown", (event) => {
    if (event.key === "Escape") return details.close();
    if (event.ctrlKey || event.metaKey || event.altKey || isForTyping(event.target)) return;
    if (event.key === "/") filterInput.focus();
    else if (event.key === " ") setPaused(!isPaused);
    else return;
    event.preventDefault();
  });
  setInterval(everySecond, 1_000);
  showConnection();

  return {
    add(message) {
      rate.count(performance.now());
      backlog.add(message);
      requestFrame();
    },
    connection(changed) {
      if (changed.state === "connecting" && connection.state === "waiting") return;
      connection = changed;
      if (changed.state === "connected") refusal = null;
      showConnection();
    },
    refused(reason) {
      refusal = reason;
      showConnection();
    },
  };
}

/** Fields and buttons use the space bar themselves. */
function isForTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input, textarea, select, button, a") !== null;
}

/** Sets a text only if it changed, so that screen readers do not repeat it. */
function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
