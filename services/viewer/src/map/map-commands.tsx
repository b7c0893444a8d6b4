import { BoxSelect } from "lucide-react";
import type { ReactNode } from "react";
import { Select } from "../form/field.tsx";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { en } from "../text/en.ts";
import { age } from "../text/time.ts";
import { LayersMenu } from "./layers-menu.tsx";
import { type LayerName, windowChoices } from "./map-query.ts";
import { MapSearch, type MapSearchProps } from "./search/map-search.tsx";

const minuteMs = 60_000;

interface MapCommandsProps extends MapSearchProps {
  readonly minutes: number;
  onMinutes(text: string): void;
  readonly isDrawing: boolean;
  onDraw(): void;
  readonly layers: ReadonlySet<LayerName>;
  onLayers(layers: ReadonlySet<LayerName>): void;
}

/** The commands of the map: the search, the time of the positions, drawing an area, layers. */
export function MapCommands(props: MapCommandsProps): ReactNode {
  const { minutes, onMinutes, isDrawing, onDraw, layers, onLayers } = props;
  return (
    <div className="page-commands">
      <MapSearch
        aircraft={props.aircraft}
        onAircraft={props.onAircraft}
        onAirport={props.onAirport}
      />
      <Select
        label={en.map.windows}
        labelled="hidden"
        value={String(minutes)}
        onText={onMinutes}
        options={windowChoices.map((choice) => ({
          value: choice,
          text: en.map.lastWindow(age(choice * minuteMs)),
        }))}
      />
      <Button aria-pressed={isDrawing} onClick={onDraw}>
        <Icon of={BoxSelect} />
        <span className="map-command-text">{en.map.drawArea}</span>
      </Button>
      <LayersMenu layers={layers} onChange={onLayers} />
    </div>
  );
}
