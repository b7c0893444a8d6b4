import { fileURLToPath } from "node:url";
import { createCanvas, GlobalFonts, type SKRSContext2D as Context } from "@napi-rs/canvas";
import { type Card, type CardBubble, cardSize } from "./card.ts";

/** The colours of the page's dark theme. */
const colours = {
  ground: "#0b1219",
  surface: "#182533",
  asked: "#14304a",
  line: "#243444",
  ink: "#dde7f0",
  quiet: "#93a5b6",
  accent: "#5cb8ff",
  uplink: "#ffab61",
  downlink: "#5cb8ff",
};
const sourceTypes = new Map([
  ["acars", { name: "ACARS", ink: "#d4a74a" }],
  ["vdl", { name: "VDL2", ink: "#339ffe" }],
  ["hfdl", { name: "HFDL", ink: "#9af0a8" }],
  ["aero-acars", { name: "SATCOM", ink: "#cbbcf6" }],
  ["iridium-acars", { name: "IRIDIUM", ink: "#f07ba0" }],
]);

/** Fonts of the page, by names that no font of the system has. */
const sans = '"Jetwire Sans", sans-serif';
const mono = '"Jetwire Mono", monospace';
const fontFiles = {
  "Jetwire Sans": import.meta
    .resolve("@fontsource-variable/inter/files/inter-latin-wght-normal.woff2"),
  "Jetwire Mono": import.meta
    .resolve("@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff2"),
};

const margin = 60;
const contentWidth = cardSize.width - 2 * margin;
const bubblesTop = 196;
const bubblesBottom = cardSize.height - 36;
const bubbleGap = 14;
const bubblePadding = 18;
const bubbleWidthMax = 860;

let areFontsLoaded = false;

/** Draws a card. Texts are drawn as they are: nothing in them is markup. @returns a PNG */
export async function drawCard(card: Card): Promise<Buffer> {
  loadFonts();
  const canvas = createCanvas(cardSize.width, cardSize.height);
  const context = canvas.getContext("2d");
  context.textBaseline = "alphabetic";
  context.fillStyle = colours.ground;
  context.fillRect(0, 0, cardSize.width, cardSize.height);
  drawHead(context, card);
  drawBubbles(context, card.bubbles);
  return await canvas.encode("png");
}

function loadFonts(): void {
  if (areFontsLoaded) return;
  areFontsLoaded = true;
  for (const [name, file] of Object.entries(fontFiles)) {
    GlobalFonts.registerFromPath(fileURLToPath(file), name);
  }
}

function drawHead(context: Context, { sourceType, title, facts }: Card): void {
  context.fillStyle = colours.accent;
  context.fillRect(0, 0, cardSize.width, 6);
  drawLine(context, "Jetwire", { at: [margin, 58], font: `600 24px ${sans}`, ink: colours.quiet });
  const type = sourceTypes.get(sourceType ?? "");
  if (type !== undefined) {
    context.font = `600 24px ${sans}`;
    const x = cardSize.width - margin - context.measureText(type.name).width;
    drawLine(context, type.name, { at: [x, 58], font: context.font, ink: type.ink });
  }
  drawLine(context, title, { at: [margin, 124], font: `600 56px ${sans}`, ink: colours.ink });
  drawLine(context, facts, { at: [margin, 168], font: `26px ${sans}`, ink: colours.quiet });
}

/** The position and the look of a line. */
interface LineStyle {
  readonly at: readonly [x: number, y: number];
  readonly font: string;
  readonly ink: string;
  /** The most pixels; by default those of the card. */
  readonly width?: number;
}

function drawLine(context: Context, text: string, style: LineStyle): void {
  const [x, y] = style.at;
  const line = cut(context, text, style.font, style.width ?? contentWidth);
  context.fillStyle = style.ink;
  context.fillText(line, x, y);
}

/** Returns a text that is not wider than some pixels, with an ellipsis if it was cut. Sets the font. */
function cut(context: Context, text: string, font: string, width: number): string {
  context.font = font;
  if (context.measureText(text).width <= width) return text;
  const chars = Array.from(text);
  let [fits, tooMany] = [0, chars.length];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    const isNarrow = context.measureText(`${chars.slice(0, middle).join("")}…`).width <= width;
    if (isNarrow) fits = middle;
    else tooMany = middle;
  }
  return `${chars.slice(0, fits).join("").trimEnd()}…`;
}

/** A message with the lines that it takes. */
interface MeasuredBubble {
  readonly bubble: CardBubble;
  readonly words: readonly string[];
  readonly raw: string;
  readonly width: number;
  readonly height: number;
}

const wordsFont = { decoded: `600 28px ${sans}`, other: `28px ${sans}` };
const rawFont = `20px ${mono}`;
const [timeHeight, wordsHeight, rawHeight] = [26, 36, 28];

/** Draws as many messages as fit: the one that the card is about, those before it and those after it. */
function drawBubbles(context: Context, bubbles: readonly CardBubble[]): void {
  const measured = bubbles.map((bubble) => measure(context, bubble));
  const asked = measured.findIndex(({ bubble }) => bubble.isAsked);
  const shown = asked < 0 ? lastThatFit(measured) : aroundThatFit(measured, asked);
  let top = bubblesTop;
  for (const one of shown) {
    drawBubble(context, one, top);
    top += one.height + bubbleGap;
  }
}

function measure(context: Context, bubble: CardBubble): MeasuredBubble {
  const inner = bubbleWidthMax - 2 * bubblePadding;
  const font = wordsFont[bubble.isDecoded ? "decoded" : "other"];
  const words = wrap(context, bubble.words, font, inner);
  const wordsWidth = Math.max(...words.map((line) => context.measureText(line).width));
  const raw = bubble.raw === "" ? "" : cut(context, bubble.raw, rawFont, inner);
  const rawWidth = raw === "" ? 0 : context.measureText(raw).width;
  return {
    bubble,
    words,
    raw,
    width: Math.max(wordsWidth, rawWidth, 260) + 2 * bubblePadding,
    height:
      2 * bubblePadding -
      8 +
      timeHeight +
      words.length * wordsHeight +
      (raw === "" ? 0 : rawHeight),
  };
}

/** Returns a text in two lines at most. Sets the font. */
function wrap(context: Context, text: string, font: string, width: number): string[] {
  context.font = font;
  if (context.measureText(text).width <= width) return [text];
  const parts = text.split(" ");
  let count = 1;
  while (context.measureText(parts.slice(0, count + 1).join(" ")).width <= width) count += 1;
  const first = cut(context, parts.slice(0, count).join(" "), font, width);
  const rest = parts.slice(count).join(" ");
  return rest === "" ? [first] : [first, cut(context, rest, font, width)];
}

function heightOf(measured: readonly MeasuredBubble[]): number {
  return measured.reduce((sum, { height }) => sum + height + bubbleGap, -bubbleGap);
}

const heightMax = bubblesBottom - bubblesTop;

function lastThatFit(measured: readonly MeasuredBubble[]): readonly MeasuredBubble[] {
  let first = measured.length;
  while (first > 0 && heightOf(measured.slice(first - 1)) <= heightMax) first -= 1;
  return measured.slice(first);
}

function aroundThatFit(
  measured: readonly MeasuredBubble[],
  asked: number,
): readonly MeasuredBubble[] {
  let [first, end] = [asked, asked + 1];
  for (;;) {
    const earlier = first > 0 && heightOf(measured.slice(first - 1, end)) <= heightMax;
    if (earlier) first -= 1;
    const later = end < measured.length && heightOf(measured.slice(first, end + 1)) <= heightMax;
    if (later) end += 1;
    if (!earlier && !later) return measured.slice(first, end);
  }
}

/** Draws a message: from the ground at the left, from the aircraft at the right. */
function drawBubble(context: Context, measured: MeasuredBubble, top: number): void {
  const { bubble, words, raw, width, height } = measured;
  const isUplink = bubble.side === "ground";
  const left = isUplink ? margin : cardSize.width - margin - width;
  context.fillStyle = bubble.isAsked ? colours.asked : colours.surface;
  context.strokeStyle = bubble.isAsked ? colours.accent : colours.line;
  context.lineWidth = 2;
  context.beginPath();
  context.roundRect(left, top, width, height, 14);
  context.fill();
  context.stroke();
  const x = left + bubblePadding;
  let y = top + bubblePadding + 12;
  drawDirection(context, isUplink, [x, y - 14]);
  const time = `${bubble.time} · ${isUplink ? "from the ground" : "from the aircraft"}`;
  drawLine(context, time, { at: [x + 24, y], font: `18px ${sans}`, ink: colours.quiet });
  y += timeHeight + 10;
  const font = wordsFont[bubble.isDecoded ? "decoded" : "other"];
  const ink = bubble.isDecoded ? colours.ink : colours.quiet;
  for (const line of words) {
    drawLine(context, line, { at: [x, y], font, ink });
    y += wordsHeight;
  }
  if (raw !== "") {
    drawLine(context, raw, { at: [x, y - 4], font: rawFont, ink: colours.quiet });
  }
}

/** Draws a triangle: up for an uplink, down for a downlink. */
function drawDirection(
  context: Context,
  isUplink: boolean,
  [x, y]: readonly [number, number],
): void {
  const [base, tip] = isUplink ? [y + 14, y] : [y, y + 14];
  context.fillStyle = isUplink ? colours.uplink : colours.downlink;
  context.beginPath();
  context.moveTo(x, base);
  context.lineTo(x + 16, base);
  context.lineTo(x + 8, tip);
  context.closePath();
  context.fill();
}
