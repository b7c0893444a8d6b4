import type { Station } from "@jetwire/protocol";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { rest } from "../data/rest.ts";
import { useAction } from "../data/use-action.ts";
import { SensitiveFailure } from "../sign-in/sensitive-failure.tsx";
import { ForeignName } from "../words/foreign.tsx";
import { en } from "../words/en.ts";
import { PlannedErasure, usePlannedErasures } from "./planned-erasure.tsx";

/** Erases a station, after its ident was typed. */
export function EraseStation({
  station: { id: stationId, ident },
}: {
  station: Station;
}): ReactNode {
  const id = useId();
  const queries = useQueryClient();
  const action = useAction();
  const [typed, setTyped] = useState("");
  const planned = usePlannedErasures().data?.find(({ station }) => station?.id === stationId);
  if (planned) {
    return (
      <section className="panel desk-form" aria-labelledby="erase">
        <h2 id="erase">{en.stationSettings.erase}</h2>
        <PlannedErasure erasure={planned} />
      </section>
    );
  }
  return (
    <section className="panel" aria-labelledby="erase">
      <form
        className="desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed !== ident) return;
          void action.run(async () => {
            await (await rest()).eraseStation({ id: String(stationId), body: { confirm: ident } });
            await queries.invalidateQueries({ queryKey: ["erasures"] });
            setTyped("");
          });
        }}
      >
        <h2 id="erase">{en.stationSettings.erase}</h2>
        <p className="quiet">{en.stationSettings.eraseText}</p>
        <div className="field">
          <label htmlFor={id}>
            <ForeignName text={en.stationSettings.eraseConfirm(ident)} />
          </label>
          <input
            id={id}
            className="input"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <SensitiveFailure action={action} />
        <div>
          <button
            type="submit"
            className="button button-danger"
            disabled={typed !== ident || action.isRunning}
          >
            {en.stationSettings.erase}
          </button>
        </div>
      </form>
    </section>
  );
}
