import { Layers } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { Checkbox } from "../form/field.tsx";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { en } from "../text/en.ts";
import { type LayerName, layerNames } from "./map-query.ts";
import { lazyPart } from "../app/lazy-part.ts";

const Popover = lazyPart(() => import("../ui/popover.tsx"), "Popover");

interface LayersMenuProps {
  readonly layers: ReadonlySet<LayerName>;
  onChange(layers: ReadonlySet<LayerName>): void;
}

/** The choice of layers. */
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
                <Checkbox
                  key={name}
                  className="layer-choice"
                  label={en.map.layerNames[name]}
                  checked={layers.has(name)}
                  onCheck={(checked) => onChange(changed(layers, name, checked))}
                />
              ))}
            </div>
          </Popover>
        </Suspense>
      )}
    </>
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
