import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useStore } from "../../data/store.ts";
import { UntrustedText } from "../../text/untrusted-text.tsx";
import { display } from "../display/display.ts";
import { useMediaQuery } from "../media-query.ts";
import { heatOf, mostOf } from "./heat.ts";
import "./heat-map.css";
import { useWidth } from "./use-width.ts";

const rowPx = 18;
const axisPx = 20;
const markSpacePx = 8;

/** A column of fields. */
export interface HeatColumn {
  readonly key: string;
  /** A text below it; every other mark is left out while there is no room for all. */
  readonly mark: string | null;
}

/** A row of fields, one in each column. */
export interface HeatRow {
  readonly key: string;
  /** A name that neighbours have in common, shown at the first of them. */
  readonly group: string;
  readonly name: string;
  /** How much a field has, by the key of its column; a missing one has nothing. */
  readonly weights: ReadonlyMap<string, number>;
  /** Returns what the field of a column says. */
  readonly textOf: (column: string) => string;
  /** Whether the background of a field is shaded. */
  readonly isShaded?: (column: string) => boolean;
}

interface HeatMapProps {
  /** Says for readers of screens what it shows, and where its figures are. */
  readonly label: string;
  readonly rows: readonly HeatRow[];
  readonly columns: readonly HeatColumn[];
}

/** Draws counts in rows and columns on a canvas: a stronger colour is more. Offer the figures as a table. */
export function HeatMap({ label, rows, columns }: HeatMapProps): ReactNode {
  const [frame, width] = useWidth<HTMLDivElement>();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [read, setRead] = useState("");
  const { theme } = useStore(display);
  const isDark = useMediaQuery("(prefers-color-scheme: dark)");
  const height = rows.length * rowPx + axisPx;
  useEffect(() => {
    if (canvas.current && width > 0) draw(canvas.current, { rows, columns, width, height });
    // The colours change with the theme.
    // oxlint-disable-next-line react/exhaustive-deps, react/exhaustive-effect-dependencies
  }, [rows, columns, width, height, theme, isDark]);

  function readField({ nativeEvent }: PointerEvent): void {
    const row = rows[Math.floor(nativeEvent.offsetY / rowPx)];
    const column = columns[Math.floor((nativeEvent.offsetX / width) * columns.length)];
    setRead(row === undefined || column === undefined ? "" : row.textOf(column.key));
  }

  return (
    <div className="heat">
      <ol className="heat-names" aria-hidden="true">
        {rows.map(({ key, group, name }, index) => (
          <li key={key}>
            <span className="heat-group">
              {rows[index - 1]?.group !== group && <UntrustedText text={group} />}
            </span>
            <span className="mono">
              <UntrustedText text={name} />
            </span>
          </li>
        ))}
      </ol>
      <div ref={frame} className="heat-frame" style={{ blockSize: height }}>
        <canvas
          ref={canvas}
          role="img"
          aria-label={label}
          onPointerMove={readField}
          onPointerDown={readField}
          onPointerLeave={() => setRead("")}
        />
      </div>
      <p className="heat-field small">
        <UntrustedText text={read} />
      </p>
    </div>
  );
}

interface Drawn extends Pick<HeatMapProps, "rows" | "columns"> {
  readonly width: number;
  readonly height: number;
}

function draw(canvas: HTMLCanvasElement, { rows, columns, width, height }: Drawn): void {
  const context = canvas.getContext("2d");
  if (context === null) return;
  const scale = window.devicePixelRatio;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  context.scale(scale, scale);
  const style = getComputedStyle(canvas);
  const colour = (token: string) => style.getPropertyValue(token);
  const columnPx = width / columns.length;
  const most = mostOf(rows);
  for (const [index, row] of rows.entries()) {
    const top = index * rowPx;
    for (const [at, { key }] of columns.entries()) {
      const field = [at * columnPx, top, columnPx - 1, rowPx - 1] as const;
      context.globalAlpha = 1;
      context.fillStyle = colour("--raised");
      context.fillRect(...field);
      if (row.isShaded?.(key) === true) {
        context.fillStyle = colour("--night");
        context.fillRect(...field);
      }
      const heat = heatOf(row.weights.get(key) ?? 0, most);
      if (heat === 0) continue;
      context.globalAlpha = 0.2 + 0.8 * heat;
      context.fillStyle = colour("--accent");
      context.fillRect(...field);
    }
  }
  context.globalAlpha = 1;
  context.fillStyle = colour("--quiet");
  context.font = `12px ${style.fontFamily}`;
  context.textBaseline = "bottom";
  drawMarks(context, columns, columnPx, height);
}

function drawMarks(
  context: CanvasRenderingContext2D,
  columns: readonly HeatColumn[],
  columnPx: number,
  height: number,
): void {
  const marks = columns.flatMap(({ mark }, at) => {
    if (mark === null) return [];
    const left = at * columnPx;
    return [{ mark, left, right: left + context.measureText(mark).width }];
  });
  let shown = marks;
  while (shown.some(({ right }, at) => right + markSpacePx > (shown[at + 1]?.left ?? Infinity))) {
    shown = shown.filter((_, at) => at % 2 === 0);
  }
  for (const { mark, left, right } of shown) {
    if (right <= columns.length * columnPx) context.fillText(mark, left, height);
  }
}
