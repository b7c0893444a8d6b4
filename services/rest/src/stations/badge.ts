import escapeHtml from "escape-html";

/** The content of a badge. */
export interface Badge {
  readonly label: string;
  readonly text: string;
  readonly colour: "green" | "grey" | "red";
}

const fills = { green: "#2e7d32", grey: "#757575", red: "#c62828" } as const;
/** Width of an 11 px sans-serif character; text is fitted to it, so that no font overflows. */
const characterPx = 6.6;
const paddingPx = 6;
const charsMax = 40;

/** Draws a badge as SVG: a label and a text side by side. It loads and runs nothing. */
export function badgeSvg({ label, text, colour }: Badge): string {
  const left = part(label, 0, "#424242");
  const right = part(text, left.width, fills[colour]);
  const width = left.width + right.width;
  const title = escapeXml(`${label}: ${text}`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${title}"><title>${title}</title><g font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" fill="#fff" text-anchor="middle">${left.svg}${right.svg}</g></svg>\n`;
}

function part(text: string, x: number, fill: string): { width: number; svg: string } {
  const shown = Array.from(text).slice(0, charsMax);
  const textWidth = Math.round(shown.length * characterPx);
  const width = textWidth + 2 * paddingPx;
  const svg =
    `<rect x="${x}" width="${width}" height="20" fill="${fill}"/>` +
    `<text x="${x + width / 2}" y="14" textLength="${textWidth}" lengthAdjust="spacingAndGlyphs">${escapeXml(shown.join(""))}</text>`;
  return { width, svg };
}

/** Escapes a text for contents and attributes, without characters that XML forbids. */
function escapeXml(text: string): string {
  return escapeHtml(text.replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, ""));
}
