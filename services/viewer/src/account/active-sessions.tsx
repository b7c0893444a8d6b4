import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useUnlessLeft } from "../app/use-unless-left.ts";
import { coarseClock } from "../data/clock.ts";
import { authRest, refreshSession, rest } from "../data/rest.ts";
import { useStore } from "../data/store.ts";
import { useAction } from "../data/use-action.ts";
import { useRest } from "../data/use-rest.ts";
import { display } from "../look/display.ts";
import { QueryState } from "../look/query-state.tsx";
import { SensitiveFailure } from "../sign-in/sensitive-failure.tsx";
import { ForeignName } from "../words/foreign.tsx";
import { en } from "../words/en.ts";
import { shortTime } from "../words/time.ts";

/** The browsers in which the user is signed in, and the ways out. */
export function ActiveSessions(): ReactNode {
  const { zone } = useStore(display);
  const nowMs = useStore(coarseClock);
  const navigate = useUnlessLeft(useNavigate());
  const action = useAction();
  const sessions = useRest(["active-sessions"], (client, signal) =>
    Array.fromAsync(client.listActiveSessions({}, { signal })),
  );
  async function leave(step: () => Promise<unknown>): Promise<void> {
    await action.run(async () => {
      await step();
      await refreshSession();
      await navigate({ to: "/" });
    });
  }
  return (
    <section className="panel" aria-labelledby="sessions">
      <h2 id="sessions">{en.account.sessions}</h2>
      <QueryState query={sessions} lines={2}>
        {(shown) => (
          <ul>
            {shown.map(({ id, isCurrent, userAgent, signedInAt, lastUsedAt }) => (
              <li key={id} className="account-row">
                <span>
                  <ForeignName text={userAgent ?? en.account.unknownBrowser} />{" "}
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
        <button
          type="button"
          className="button"
          disabled={action.isRunning}
          onClick={() => void leave(async () => await (await authRest()).signOut())}
        >
          {en.account.signOut}
        </button>
        <button
          type="button"
          className="button"
          disabled={action.isRunning}
          onClick={() => void leave(async () => await (await rest()).signOutEverywhere())}
        >
          {en.account.signOutEverywhere}
        </button>
      </div>
      <SensitiveFailure action={action} />
    </section>
  );
}
