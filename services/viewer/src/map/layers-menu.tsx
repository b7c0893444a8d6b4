import { Layers } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { Button } from "../look/button.tsx";
import { Icon } from "../look/icon.tsx";
import { sourceTypeNames, sourceTypeLook } from "../look/source-types.ts";
import { en } from "../words/en.ts";
import { type LayerName, layerNames } from "./map-query.ts";
import { lazyPart } from "../app/lazy-part.ts";

const Popover = lazyPart(() => import("../look/popover.tsx"), "Popover");

interface LayersMenuProps {
  readonly layers: ReadonlySet<LayerName>;
  onChange(layers: ReadonlySet<LayerName>): void;
}

/** The choice of layers, with the legend of the symbols. */
export function LayersMenu({ layers, onChange }: LayersMenuProps): ReactNode {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        ref={setAnchor}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon of={Layers} />
        <span className="map-command-text">{en.map.layers}</span>
      </Button>
      {isOpen && (
        <Suspense>
          <Popover anchor={anchor} title={en.map.layers} onClose={() => setOpen(false)}>
            <div className="layers">
              {layerNames.map((name) => (
                <label key={name} className="layer-choice">
                  <input
                    type="checkbox"
                    className="check"
                    checked={layers.has(name)}
                    onChange={({ target }) => onChange(changed(layers, name, target.checked))}
                  />
                  {en.map.layerNames[name]}
                </label>
              ))}
              <Legend />
            </div>
          </Popover>
        </Suspense>
      )}
    </>
  );
}

function Legend(): ReactNode {
  return (
    <div className="legend">
      <h3>{en.map.legend}</h3>
      <ul>
        {sourceTypeNames.map(({ type, name }) => (
          <li key={type}>
            <span
              className="aircraft-mark"
              data-colour={sourceTypeLook(type).colour}
              aria-hidden="true"
            />
            {name}
          </li>
        ))}
      </ul>
      <p className="quiet small">{en.map.legendDirection}</p>
      <p className="quiet small">{en.map.legendAge}</p>
      <p className="quiet small">{en.map.sampleOnly}</p>
    </div>
  );
}

function changed(
  layers: ReadonlySet<LayerName>,
  name: LayerName,
  isShown: boolean,
): ReadonlySet<LayerName> {
  const next = new Set(layers);
  if (isShown) next.add(name);
  else next.delete(name);
  return next;
}
