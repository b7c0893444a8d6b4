import type { ConnectionStatus } from "@jetwire/client";
import type { EnrichedMessage } from "@jetwire/protocol";
import { createBacklog } from "./backlog.ts";
import { connectionWords } from "./connection-words.ts";
import { createDetails } from "./details.ts";
import { byId } from "./element.ts";
import { createFilter } from "./filter.ts";
import { drawHistory } from "./history.ts";
import { createList } from "./list.ts";
import { createRate } from "./rate.ts";
import { createRecent } from "./recent.ts";
import { newText } from "./wording.ts";

/** The page as its connection sees it. */
export interface LivePage {
  add(message: EnrichedMessage): void;
  connection(connection: ConnectionStatus): void;
  /** @param reason null when the service has accepted after all */
  refused(reason: string | null): void;
}

const rowsMax = 500;
/** What a filter can look back on. */
const recentMax = 2_000;
/** Scrolled further down than this, somebody reads: new rows would push the text away. */
const readingPixels = 120;
/** New rows move all others: several together are easier on the eye and on slow machines. */
const betweenRendersMs = 80;

/**
 * Ties the page's parts together. Messages go into the backlog; a frame takes it and shows it,
 * unless the page is paused or somebody reads further down. Then it waits and is counted.
 */
export function createLivePage(): LivePage {
  const backlog = createBacklog<EnrichedMessage>(rowsMax);
  const recent = createRecent<EnrichedMessage>(recentMax);
  const rate = createRate(performance.now());
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
    // Asked once, before anything changes: the scroll position costs a layout.
    const isHeld = isPaused || scrollY > readingPixels;
    if (!isHeld && backlog.count > 0) {
      const messages = backlog.take();
      recent.add(messages);
      list.prepend(messages.filter(filter));
    }
    const isFresh = isHeld && backlog.count > 0;
    freshButton.hidden = !isFresh;
    if (isFresh) setText(freshButton, `${newText(backlog.count)} — show`);
    setText(notice, noticeText());
    document.title = isFresh ? `(${backlog.count}) Jetwire live` : "Jetwire live";
  }

  function noticeText(): string {
    if (list.length > 0) return "";
    const query = filterInput.value.trim();
    if (query !== "" && recent.items.length > 0) {
      return `Nothing among the last ${recent.items.length} messages has “${query}”. New ones are looked through as they come.`;
    }
    if (connection.state === "connected" && isPaused) return "Paused before the first message.";
    return connectionWords(connection, refusal).long;
  }

  function showConnection(): void {
    const words = connectionWords(connection, refusal);
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
    drawHistory(history, rate.history(nowMs));
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

/** Fields and buttons have their own use for the space bar. */
function isForTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input, textarea, select, button, a") !== null;
}

/** Only when it changed, so that a screen reader isn't told the same again. */
function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
