import { type ReactNode, useState } from "react";
import { useCommand } from "../../data/rest/use-command.ts";
import { useLookup } from "../../command-palette/use-lookup.ts";
import { TargetLine } from "../../command-palette/target-line.tsx";
import { type ChoiceLine, ChoiceList } from "../../ui/choice-list.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { UntrustedText } from "../../text/untrusted-text.tsx";
import { en } from "../../text/en.ts";
import type { MapSearchProps } from "./map-search.tsx";
import type { Aircraft } from "../positions/positions.ts";

const charsMax = 64;
const airportZoom = 8;
const aircraftMax = 4;

interface SearchDialogProps extends MapSearchProps {
  onClose(): void;
}

/** Finds airports by their codes, names and cities, and aircraft that are on the map by tail and flight. */
export function SearchDialog(props: SearchDialogProps): ReactNode {
  const { aircraft, onAircraft, onAirport, onClose } = props;
  const [text, setText] = useState("");
  const typed = text.trim();
  const { targets, isPending, error } = useLookup(typed);
  const open = useCommand((client, code: string) => client.readAirport({ code }), {
    onDone({ latitude, longitude }) {
      onAirport({ latitude, longitude, zoom: airportZoom });
      onClose();
    },
  });
  const ofAircraft = aircraftOf(typed, aircraft).map((one): ChoiceLine => ({
    id: one.airframeId,
    content: <AircraftLine aircraft={one} />,
    choose() {
      onAircraft(one);
      onClose();
    },
  }));
  const ofAirports = targets
    .filter(({ kind }) => kind === "airport")
    .map((target): ChoiceLine => ({
      id: target.id,
      content: <TargetLine target={target} />,
      choose: () => open.run(target.id),
    }));
  const choices = [...ofAircraft, ...ofAirports];
  return (
    <Dialog title={en.map.find} onClose={onClose}>
      <ChoiceList
        label={en.map.find}
        hint={en.map.findHint}
        text={text}
        charsMax={charsMax}
        choices={choices}
        onText={setText}
      />
      {typed !== "" && choices.length === 0 && !isPending && !error && (
        <p className="quiet small">{en.map.foundNothing}</p>
      )}
      {(error ?? open.error) && <p className="warn small">{en.commandPalette.failed}</p>}
    </Dialog>
  );
}

/** Returns the aircraft whose tail, flight or address begins with what was typed. */
function aircraftOf(typed: string, aircraft: readonly Aircraft[]): readonly Aircraft[] {
  const code = codeOf(typed);
  if (code.length < 2) return [];
  return aircraft
    .filter(({ tail, flight, icao }) =>
      [tail, flight, icao].some((name) => name !== null && codeOf(name).startsWith(code)),
    )
    .slice(0, aircraftMax);
}

function codeOf(text: string): string {
  return text.toUpperCase().replaceAll(/[-\s]/g, "");
}

function AircraftLine({
  aircraft: { tail, icao, flight, type },
}: {
  aircraft: Aircraft;
}): ReactNode {
  return (
    <>
      <span className="choice-kind">{en.map.onMap}</span>
      <span className="choice-title">
        <UntrustedText text={tail ?? icao ?? flight ?? ""} />
      </span>
      <span className="choice-detail">
        <UntrustedText text={[flight, type].filter(Boolean).join(" · ")} />
      </span>
    </>
  );
}
