/** What a badge says, and in which colour. */
export interface Badge {
  readonly label: string;
  readonly text: string;
  readonly colour: "green" | "grey" | "red";
}

const fills = { green: "#2e7d32", grey: "#757575", red: "#c62828" } as const;
/** Of a 11 px sans-serif character; text is fitted to the width, so that no font overflows. */
const characterPx = 6.6;
const paddingPx = 6;
const charsMax = 40;

/** A badge as SVG: a label and a text side by side, with nothing in it that loads or runs. */
export function badgeSvg({ label, text, colour }: Badge): string {
  const left = part(label, 0, "#424242");
  const right = part(text, left.width, fills[colour]);
  const width = left.width + right.width;
  const title = escape(`${label}: ${text}`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${title}"><title>${title}</title><g font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" fill="#fff" text-anchor="middle">${left.svg}${right.svg}</g></svg>\n`;
}

function part(text: string, x: number, fill: string): { width: number; svg: string } {
  const shown = Array.from(text).slice(0, charsMax);
  const textWidth = Math.round(shown.length * characterPx);
  const width = textWidth + 2 * paddingPx;
  const svg =
    `<rect x="${x}" width="${width}" height="20" fill="${fill}"/>` +
    `<text x="${x + width / 2}" y="14" textLength="${textWidth}" lengthAdjust="spacingAndGlyphs">${escape(shown.join(""))}</text>`;
  return { width, svg };
}

/** For text and attributes; characters that XML can't hold are dropped. */
function escape(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
