import { type ReactNode, useState } from "react";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { en } from "../text/en.ts";
import { commandLine, type FeedPorts, feederPrograms } from "./command-lines.ts";

interface CommandChooserProps {
  readonly host: string;
  readonly ports: FeedPorts;
  /** The name of the station; with a station key, joined by `~`. */
  readonly ident: string;
}

/** The programs that can feed, and how the chosen one is set up, ready to copy. */
export function CommandChooser({ host, ports, ident }: CommandChooserProps): ReactNode {
  const [chosen, setChosen] = useState(feederPrograms[0]?.id ?? "");
  const text = commandLine(chosen, { host, ports, ident });
  return (
    <div className="command-chooser">
      <p>{en.reception.setUpText}</p>
      <div className="command-programs" role="group" aria-label={en.reception.setUp}>
        {feederPrograms.map(({ id, name }) => (
          <Button
            key={id}

            aria-pressed={id === chosen}
            onClick={() => setChosen(id)}
          >
            {name}
          </Button>
        ))}
      </div>
      {text !== null && (
        <div className="command">
          <pre tabIndex={0}>{text}</pre>
          <CopyButton text={text} label={en.reception.copy} />
        </div>
      )}
    </div>
  );
}
