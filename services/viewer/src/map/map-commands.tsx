import { BoxSelect } from "lucide-react";
import type { ReactNode } from "react";
import { en } from "../words/en.ts";
import { age } from "../words/time.ts";
import { LayersMenu } from "./layers-menu.tsx";
import { type LayerName, windowChoices } from "./map-query.ts";

const minuteMs = 60_000;

interface MapCommandsProps {
  readonly minutes: number;
  onMinutes(text: string): void;
  readonly isDrawing: boolean;
  onDraw(): void;
  readonly layers: ReadonlySet<LayerName>;
  onLayers(layers: ReadonlySet<LayerName>): void;
}

/** The commands of the map: the time of the positions, drawing an area, layers. */
export function MapCommands(props: MapCommandsProps): ReactNode {
  const { minutes, onMinutes, isDrawing, onDraw, layers, onLayers } = props;
  return (
    <div className="page-commands">
      <select
        className="select"
        aria-label={en.map.windows}
        value={minutes}
        onChange={({ target }) => onMinutes(target.value)}
      >
        {windowChoices.map((choice) => (
          <option key={choice} value={choice}>
            {en.map.lastWindow(age(choice * minuteMs))}
          </option>
        ))}
      </select>
      <button type="button" className="button" aria-pressed={isDrawing} onClick={onDraw}>
        <BoxSelect size={16} strokeWidth={1.75} aria-hidden="true" />
        <span className="map-command-text">{en.map.drawArea}</span>
      </button>
      <LayersMenu layers={layers} onChange={onLayers} />
    </div>
  );
}
