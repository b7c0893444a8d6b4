import type { Identity } from "@jetwire/protocol";
import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { coarseClock } from "../data/clock.ts";
import { session } from "../data/session/session.ts";
import { useStore } from "../data/store.ts";
import { useCommand } from "../data/rest/use-command.ts";
import { useRest } from "../data/rest/use-rest.ts";
import { display } from "../ui/display/display.ts";
import { QueryState } from "../ui/query-state/query-state.tsx";
import { ProviderButtons } from "../sign-in/provider-buttons.tsx";
import { CommandFailure } from "../sign-in/command-failure.tsx";
import { UntrustedName } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { shortTime } from "../text/time.ts";

/** The identities of the account at providers, and how to add one. */
export function ProviderSection(): ReactNode {
  const providers = useStore(session)?.methods.oidc ?? [];
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
  const remove = useCommand((client) => client.removeIdentity({ id }), {
    keys: [["identities"]],
  });
  const name = provider?.name ?? issuer;
  return (
    <li className="account-row">
      <span>
        <UntrustedName text={name} />{" "}
        <span className="quiet small">
          {en.account.created(shortTime(linkedAt, zone, nowMs))}
          {provider === null && ` · ${en.account.unusedProvider}`}
        </span>
      </span>
      <Button kind="danger" aria-label={en.account.removeIdentity(name)} command={remove}>
        {en.account.remove}
      </Button>
      <CommandFailure command={remove} />
    </li>
  );
}
