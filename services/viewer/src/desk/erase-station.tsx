import type { Station } from "@jetwire/protocol";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useId, useState } from "react";
import { useUnlessLeft } from "../app/use-unless-left.ts";
import { rest } from "../data/rest.ts";
import { useAction } from "../data/use-action.ts";
import { SensitiveFailure } from "../sign-in/sensitive-failure.tsx";
import { ForeignName } from "../words/foreign.tsx";
import { en } from "../words/en.ts";

/** Erases a station, after its ident was typed. */
export function EraseStation({
  station: { id: stationId, ident },
}: {
  station: Station;
}): ReactNode {
  const id = useId();
  const navigate = useUnlessLeft(useNavigate());
  const action = useAction();
  const [typed, setTyped] = useState("");
  return (
    <section className="panel" aria-labelledby="erase">
      <form
        className="desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed !== ident) return;
          void action.run(async () => {
            await (await rest()).eraseStation({ id: String(stationId), body: { confirm: ident } });
            await navigate({ to: "/desk" });
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
