import { type ReactNode, useState } from "react";
import type { MessageParameters } from "../data/message-pages.ts";
import { Popover } from "../look/popover.tsx";
import { en } from "../words/en.ts";
import { exportPath } from "./parameters.ts";

interface ExportChoicesProps {
  readonly anchor: HTMLElement | null;
  readonly parameters: MessageParameters;
  onClose(): void;
}

/** The formats of an export, with links to the files. The server writes them. */
export function ExportChoices({ anchor, parameters, onClose }: ExportChoicesProps): ReactNode {
  const [withTree, setWithTree] = useState(false);
  return (
    <Popover anchor={anchor} title={en.search.export} onClose={onClose}>
      <div className="export-choices">
        <p className="quiet small">{en.search.exportLimit}</p>
        <a className="button" href={exportPath(parameters, "csv", false)} download>
          {en.search.csv}
        </a>
        <a className="button" href={exportPath(parameters, "ndjson", withTree)} download>
          {en.search.ndjson}
        </a>
        <label className="check-line">
          <input
            type="checkbox"
            className="check"
            checked={withTree}
            onChange={({ target }) => setWithTree(target.checked)}
          />
          {en.search.withTree}
        </label>
      </div>
    </Popover>
  );
}
