import type { PlannedErasure as Planned } from "@jetwire/protocol";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { rest } from "../data/rest.ts";
import { useStore } from "../data/store.ts";
import { useAction } from "../data/use-action.ts";
import { useRest } from "../data/use-rest.ts";
import { display } from "../look/display.ts";
import { ActionFailure } from "../sign-in/action-failure.tsx";
import { en } from "../words/en.ts";
import { fullTime } from "../words/time.ts";

/** Reads the erasures that the user can call off. */
export function usePlannedErasures() {
  return useRest(["erasures"], (client, signal) =>
    Array.fromAsync(client.listErasures({}, { signal })),
  );
}

/** Says when an erasure takes effect, and calls it off. */
export function PlannedErasure({ erasure }: { erasure: Planned }): ReactNode {
  const { zone } = useStore(display);
  const queries = useQueryClient();
  const action = useAction();
  const { id, kind, effectiveAt } = erasure;
  return (
    <>
      <p className="warn" role="status">
        {en.erasures.willBeErased[kind](fullTime(effectiveAt, zone))}
      </p>
      <ActionFailure action={action} />
      <div>
        <button
          type="button"
          className="button button-main"
          disabled={action.isRunning}
          onClick={() =>
            void action.run(async () => {
              await (await rest()).callOffErasure({ id });
              await queries.invalidateQueries({ queryKey: ["erasures"] });
            })
          }
        >
          {en.erasures.callOff}
        </button>
      </div>
    </>
  );
}
