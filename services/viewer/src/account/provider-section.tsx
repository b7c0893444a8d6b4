import type { Identity } from "@jetwire/protocol";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { coarseClock } from "../data/clock.ts";
import { rest } from "../data/rest.ts";
import { session } from "../data/session.ts";
import { useStore } from "../data/store.ts";
import { useAction } from "../data/use-action.ts";
import { useRest } from "../data/use-rest.ts";
import { display } from "../look/display.ts";
import { QueryState } from "../look/query-state.tsx";
import { ProviderButtons } from "../sign-in/provider-buttons.tsx";
import { SensitiveFailure } from "../sign-in/sensitive-failure.tsx";
import { ForeignName } from "../words/foreign.tsx";
import { en } from "../words/en.ts";
import { shortTime } from "../words/time.ts";

/** The identities of the account at providers, and the ways to add one. */
export function ProviderSection(): ReactNode {
  const providers = useStore(session)?.ways.oidc ?? [];
  const identities = useRest(["identities"], (client, signal) =>
    Array.fromAsync(client.listIdentities({}, { signal })),
  );
  if (providers.length === 0 && (identities.data ?? []).length === 0) return null;
  return (
    <section className="panel" aria-labelledby="providers">
      <h2 id="providers">{en.account.providers}</h2>
      <QueryState query={identities} lines={1}>
        {(shown) => (
          <ul>
            {shown.map((identity) => (
              <IdentityRow key={identity.id} identity={identity} />
            ))}
          </ul>
        )}
      </QueryState>
      {providers.length > 0 && <p className="quiet">{en.account.providersText}</p>}
      <div className="account-buttons">
        <ProviderButtons next="/account" />
      </div>
    </section>
  );
}

function IdentityRow({ identity }: { identity: Identity }): ReactNode {
  const { id, provider, issuer, linkedAt } = identity;
  const { zone } = useStore(display);
  const nowMs = useStore(coarseClock);
  const queries = useQueryClient();
  const action = useAction();
  const name = provider?.name ?? issuer;
  return (
    <li className="account-row">
      <span>
        <ForeignName text={name} />{" "}
        <span className="quiet small">
          {en.account.created(shortTime(linkedAt, zone, nowMs))}
          {provider === null && ` · ${en.account.unusedProvider}`}
        </span>
      </span>
      <button
        type="button"
        className="button button-danger"
        aria-label={en.account.removeIdentity(name)}
        disabled={action.isRunning}
        onClick={() =>
          void action.run(async () => {
            await (await rest()).removeIdentity({ id });
            await queries.invalidateQueries({ queryKey: ["identities"] });
          })
        }
      >
        {en.account.remove}
      </button>
      <SensitiveFailure action={action} />
    </li>
  );
}
