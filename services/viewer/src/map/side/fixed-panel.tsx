import type { GroundStation, ListedStation } from "@jetwire/protocol";
import { Link } from "@tanstack/react-router";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { clock } from "../../data/clock.ts";
import { useStore } from "../../data/store.ts";
import { SourceType } from "../../ui/marks.tsx";
import { UntrustedText, UntrustedName } from "../../text/untrusted-text.tsx";
import { en } from "../../text/en.ts";
import { megahertz, position } from "../../text/numbers.ts";
import { age } from "../../text/time.ts";
import type { FixedId } from "../layers/fixed-layers.ts";

interface PanelProps {
  readonly title: ReactNode;
  readonly children: ReactNode;
  onClose(): void;
}

function Panel({ title, children, onClose }: PanelProps): ReactNode {
  return (
    <section className="map-panel">
      <header className="map-panel-head">
        <h2 className="entity">{title}</h2>
        <Button kind="plain" className="icon-button" aria-label={en.map.close} onClick={onClose}>
          <Icon of={X} />
        </Button>
      </header>
      {children}
    </section>
  );
}

interface FixedPanelProps {
  readonly fixed: FixedId;
  readonly stations: readonly ListedStation[];
  readonly ground: readonly GroundStation[];
  onClose(): void;
}

/** The selected station or ground station. */
export function FixedPanel({ fixed, stations, ground, onClose }: FixedPanelProps): ReactNode {
  if (fixed.kind === "station") {
    const station = stations.find(({ id }) => String(id) === fixed.id);
    return station && <StationPanel station={station} onClose={onClose} />;
  }
  const found = ground.find(({ id }) => id === fixed.id);
  return found && <GroundPanel ground={found} onClose={onClose} />;
}

function StationPanel({
  station,
  onClose,
}: {
  station: ListedStation;
  onClose: () => void;
}): ReactNode {
  const { id, ident, sourceType, online, latitude, longitude, lastHeardAt } = station;
  const nowMs = useStore(clock);
  return (
    <Panel
      onClose={onClose}
      title={
        <Link to="/stations/$id" params={{ id: String(id) }}>
          <UntrustedName text={ident} />
        </Link>
      }
    >
      <p>
        {en.map.station} {sourceType !== null && <SourceType type={sourceType} />}{" "}
        <span className={online ? "good" : "bad"}>
          {online ? `● ${en.map.online}` : `✖ ${en.map.offline}`}
        </span>
      </p>
      {latitude !== null && longitude !== null && <p>{position(latitude, longitude, 1)}</p>}
      {lastHeardAt !== null && <p>{en.map.lastReceived(age(nowMs - Date.parse(lastHeardAt)))}</p>}
      <p className="quiet small">{en.map.reach}</p>
    </Panel>
  );
}

function GroundPanel({
  ground,
  onClose,
}: {
  ground: GroundStation;
  onClose: () => void;
}): ReactNode {
  const { id, name, system, frequencies, latitude, longitude, lastHeardAt } = ground;
  const nowMs = useStore(clock);
  const list = frequencies.map(({ frequency }) => megahertz(frequency)).join(", ");
  return (
    <Panel
      onClose={onClose}
      title={
        <Link to="/ground-stations" search={{ g: id }}>
          <UntrustedText text={name ?? id} />
        </Link>
      }
    >
      <p>
        {en.map.groundStation} <SourceType type={system} />
      </p>
      {latitude !== null && longitude !== null && <p>{position(latitude, longitude, 1)}</p>}
      <p>{list === "" ? en.map.noFrequencies : en.map.frequencies(list)}</p>
      {lastHeardAt !== null && <p>{en.map.lastReceived(age(nowMs - Date.parse(lastHeardAt)))}</p>}
    </Panel>
  );
}
