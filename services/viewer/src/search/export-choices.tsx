import { type ReactNode, useState } from "react";
import { Checkbox } from "../form/field.tsx";
import type { MessageParameters } from "../data/rest/message-pages.ts";
import { Popover } from "../ui/popover.tsx";
import { en } from "../text/en.ts";
import { type ExportPart, exportPath } from "./parameters.ts";

interface ExportChoicesProps {
  readonly anchor: HTMLElement | null;
  readonly parameters: MessageParameters;
  onClose(): void;
}

const offered: readonly ExportPart[] = ["tree", "raw"];

/** The formats of an export, with links to the files. The server writes them. */
export function ExportChoices({ anchor, parameters, onClose }: ExportChoicesProps): ReactNode {
  const [parts, setParts] = useState<readonly ExportPart[]>([]);
  return (
    <Popover anchor={anchor} title={en.search.export} onClose={onClose}>
      <div className="export-choices">
        <p className="quiet small">{en.search.exportLimit}</p>
        <a className="button" href={exportPath(parameters, "csv", [])} download>
          {en.search.csv}
        </a>
        <a className="button" href={exportPath(parameters, "ndjson", parts)} download>
          {en.search.ndjson}
        </a>
        {offered.map((part) => (
          <Checkbox
            key={part}
            label={en.search.exportParts[part]}
            checked={parts.includes(part)}
            onCheck={(checked) =>
              setParts(offered.filter((one) => (one === part ? checked : parts.includes(one))))
            }
          />
        ))}
      </div>
    </Popover>
  );
}
