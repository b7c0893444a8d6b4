import type { PlannedErasure } from "@jetwire/protocol";
import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { useStore } from "../data/store.ts";
import { useCommand } from "../data/rest/use-command.ts";
import { useRest } from "../data/rest/use-rest.ts";
import { display } from "../ui/display/display.ts";
import { CommandFailure } from "../sign-in/command-failure.tsx";
import { en } from "../text/en.ts";
import { fullTime } from "../text/time.ts";

/** Reads the erasures that the user can call off. */
export function usePlannedErasures() {
  return useRest(["erasures"], (client, signal) =>
    Array.fromAsync(client.listErasures({}, { signal })),
  );
}

/** Says when an erasure takes effect, and calls it off. */
export function PlannedErasureNotice({ erasure }: { erasure: PlannedErasure }): ReactNode {
  const { zone } = useStore(display);
  const { id, kind, effectiveAt } = erasure;
  const callOff = useCommand((client) => client.callOffErasure({ id }), { keys: [["erasures"]] });
  return (
    <>
      <p className="warn" role="status">
        {en.erasures.willBeErased[kind](fullTime(effectiveAt, zone))}
      </p>
      <CommandFailure command={callOff} />
      <div>
        <Button kind="main" command={callOff}>
          {en.erasures.callOff}
        </Button>
      </div>
    </>
  );
}
