import type { Profile } from "@jetwire/protocol";
import { type ReactNode, useEffect, useRef } from "react";
import { DisplayChoices } from "../app/display-choices.tsx";
import { rest } from "../data/rest.ts";
import { useStore } from "../data/store.ts";
import { changeDisplay, display } from "../look/display.ts";
import { readDisplay } from "../look/look.ts";
import { en } from "../words/en.ts";

const quietMs = 1_000;

/** The display's choices: those of the account come to this device, and changes go to the account. */
export function DisplaySection({ profile }: { profile: Profile }): ReactNode {
  const chosen = useStore(display);
  const isFirst = useRef(true);
  useEffect(() => {
    if (Object.keys(profile.preferences).length === 0) return;
    changeDisplay(readDisplay(JSON.stringify(profile.preferences)));
    // Only what the account had when the page was opened.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    const timer = setTimeout(() => {
      // The next change tries again.
      rest().then(
        async (client) => await client.changeProfile({ body: { preferences: { ...chosen } } }),
        () => undefined,
      );
    }, quietMs);
    return () => clearTimeout(timer);
  }, [chosen]);
  return (
    <section className="panel" aria-labelledby="display">
      <h2 id="display">{en.account.display}</h2>
      <p className="quiet small">{en.account.displayText}</p>
      <DisplayChoices />
    </section>
  );
}
