import { type GeoPoint, sunElevation } from "@jetwire/protocol/plain";
import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useStore } from "../data/store.ts";
import { display } from "../ui/display/display.ts";
import { useMediaQuery } from "../ui/media-query.ts";
import { useWidth } from "../ui/charts/use-width.ts";
import { en } from "../text/en.ts";
import { count, decibels, megahertz } from "../text/numbers.ts";
import { clockTime } from "../text/time.ts";
import { UntrustedText } from "../text/untrusted-text.tsx";
import { heatOf, type HeatRow, mostOf } from "./heat-rows.ts";

const names = en.hf;
const rowPx = 18;
const axisPx = 20;
const hourMs = 3_600_000;

interface HeatMapProps {
  readonly rows: readonly HeatRow[];
  /** The begin of each hour, ISO 8601, the oldest first. */
  readonly hours: readonly string[];
  readonly nameOf: (groundStationId: string) => string;
  readonly pointOf: (groundStationId: string) => GeoPoint | undefined;
}

/** Draws what was received by channel and hour on a canvas, with day and night at the ground stations. */
export function HeatMap({ rows, hours, nameOf, pointOf }: HeatMapProps): ReactNode {
  const [frame, width] = useWidth<HTMLDivElement>();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [read, setRead] = useState("");
  const { theme } = useStore(display);
  const isDark = useMediaQuery("(prefers-color-scheme: dark)");
  const height = rows.length * rowPx + axisPx;
  useEffect(() => {
    if (canvas.current && width > 0) draw(canvas.current, { rows, hours, pointOf, width, height });
    // The colours change with the theme.
    // oxlint-disable-next-line react/exhaustive-deps, react/exhaustive-effect-dependencies
  }, [rows, hours, pointOf, width, height, theme, isDark]);

  function readField({ nativeEvent }: PointerEvent): void {
    const row = rows[Math.floor(nativeEvent.offsetY / rowPx)];
    const hour = hours[Math.floor((nativeEvent.offsetX / width) * hours.length)];
    setRead(row === undefined || hour === undefined ? "" : fieldText(row, hour, nameOf));
  }

  return (
    <div className="heat">
      <ol className="heat-names" aria-hidden="true">
        {rows.map((row, index) => (
          <li key={`${row.groundStationId} ${row.frequency}`}>
            <span className="heat-station">
              {rows[index - 1]?.groundStationId !== row.groundStationId && (
                <UntrustedText text={nameOf(row.groundStationId)} />
              )}
            </span>
            <span className="mono">{row.frequency.toFixed(3)}</span>
          </li>
        ))}
      </ol>
      <div ref={frame} className="heat-frame" style={{ blockSize: height }}>
        <canvas
          ref={canvas}
          role="img"
          aria-label={names.dayLabel(rows.length)}
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

function fieldText(row: HeatRow, hour: string, nameOf: HeatMapProps["nameOf"]): string {
  const counted = row.hours.get(hour);
  const snr = counted?.snr ?? null;
  return names.field({
    channel: `${nameOf(row.groundStationId)} ${megahertz(row.frequency)}`,
    hour: clockTime(hour, "utc"),
    messages: count(counted?.messages ?? 0),
    aircraft: count(counted?.aircraft ?? 0),
    squitters: count(counted?.squitters ?? 0),
    snr: snr === null ? "" : names.fieldSnr(decibels(snr)),
  });
}

interface Drawn extends Pick<HeatMapProps, "rows" | "hours" | "pointOf"> {
  readonly width: number;
  readonly height: number;
}

function draw(canvas: HTMLCanvasElement, { rows, hours, pointOf, width, height }: Drawn): void {
  const context = canvas.getContext("2d");
  if (context === null) return;
  const scale = window.devicePixelRatio;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  context.scale(scale, scale);
  const style = getComputedStyle(canvas);
  const colour = (token: string) => style.getPropertyValue(token);
  const hourPx = width / hours.length;
  const most = mostOf(rows);
  for (const [index, row] of rows.entries()) {
    const point = pointOf(row.groundStationId);
    const top = index * rowPx;
    for (const [at, hour] of hours.entries()) {
      const field = [at * hourPx, top, hourPx - 1, rowPx - 1] as const;
      const isNight = point && sunElevation(point, Date.parse(hour) + hourMs / 2) < 0;
      context.globalAlpha = 1;
      context.fillStyle = colour("--raised");
      context.fillRect(...field);
      if (isNight) {
        context.fillStyle = colour("--night");
        context.fillRect(...field);
      }
      const heat = heatOf(row.hours.get(hour), most);
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
  const step = width < 400 ? 6 : 3;
  for (const [at, hour] of hours.entries()) {
    const number = new Date(hour).getUTCHours();
    if (number % step === 0) context.fillText(String(number).padStart(2, "0"), at * hourPx, height);
  }
}
