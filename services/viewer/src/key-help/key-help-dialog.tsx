import { Fragment, type ReactNode } from "react";
import { Checkbox } from "../form/field.tsx";
import { useStore } from "../data/store.ts";
import { changeDisplay, display } from "../ui/display/display.ts";
import { Dialog } from "../ui/dialog.tsx";
import { en } from "../text/en.ts";

/** The keys that are commands, and the switch that turns them off. */
export function KeyHelpDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { keys } = useStore(display);
  return (
    <Dialog title={en.keyHelp.title} onClose={onClose}>
      {en.keyHelp.groups.map(({ name, lines }) => (
        <section key={name}>
          <h3>{name}</h3>
          <dl className="key-lines">
            {lines.map(({ combinations, text }) => (
              <div key={text}>
                <dt>
                  {combinations.map((combination, index) => (
                    <Fragment key={combination}>
                      {index > 0 && ` ${en.keyHelp.or} `}
                      <kbd>{combination}</kbd>
                    </Fragment>
                  ))}
                </dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <Checkbox
        label={en.frame.keys}
        checked={keys}
        onCheck={(checked) => changeDisplay({ keys: checked })}
      />
    </Dialog>
  );
}
