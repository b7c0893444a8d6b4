import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { useUnlessLeft } from "../app/use-unless-left.ts";
import { coarseClock } from "../data/clock.ts";
import { authRest, refreshSession } from "../data/rest/rest.ts";
import { useStore } from "../data/store.ts";
import { useCommand } from "../data/rest/use-command.ts";
import { useRest } from "../data/rest/use-rest.ts";
import { display } from "../ui/display/display.ts";
import { QueryState } from "../ui/query-state/query-state.tsx";
import { CommandFailure } from "../sign-in/command-failure.tsx";
import { UntrustedName } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { shortTime } from "../text/time.ts";

/** The browsers in which the user is signed in, and the ways out. */
export function ActiveSessions(): ReactNode {
  const { zone } = useStore(display);
  const nowMs = useStore(coarseClock);
  const navigate = useUnlessLeft(useNavigate());
  const sessions = useRest(["active-sessions"], (client, signal) =>
    Array.fromAsync(client.listActiveSessions({}, { signal })),
  );
  async function leave(): Promise<void> {
    await refreshSession();
    await navigate({ to: "/" });
  }
  const signOut = useCommand((client) => client.signOut(), { by: authRest, onDone: leave });
  const signOutEverywhere = useCommand((client) => client.signOutEverywhere(), { onDone: leave });
  return (
    <section className="panel" aria-labelledby="sessions">
      <h2 id="sessions">{en.account.sessions}</h2>
      <QueryState query={sessions} lines={2}>
        {(shown) => (
          <ul>
            {shown.map(({ id, isCurrent, userAgent, signedInAt, lastUsedAt }) => (
              <li key={id} className="account-row">
                <span>
                  <UntrustedName text={userAgent ?? en.account.unknownBrowser} />{" "}
                  {isCurrent && <span className="badge good">{en.account.current}</span>}
                </span>
                <span className="quiet small">
                  {en.account.signedIn(shortTime(signedInAt, zone, nowMs))}
                  {" · "}
                  {en.account.lastUsed(shortTime(lastUsedAt, zone, nowMs))}
                </span>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
      <div className="account-buttons">
        <Button command={signOut}>{en.account.signOut}</Button>
        <Button command={signOutEverywhere}>{en.account.signOutEverywhere}</Button>
      </div>
      <CommandFailure command={signOut} />
      <CommandFailure command={signOutEverywhere} />
    </section>
  );
}
