import type { ReactNode } from "react";
import { DisplayChoices } from "../app/frame/display-choices.tsx";
import { en } from "../text/en.ts";

/** The display's choices, which the account keeps. */
export function DisplaySection(): ReactNode {
  return (
    <section className="panel" aria-labelledby="display">
      <h2 id="display">{en.account.display}</h2>
      <p className="quiet small">{en.account.displayText}</p>
      <DisplayChoices />
    </section>
  );
}
