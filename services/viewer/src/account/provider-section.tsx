import type { ReactNode } from "react";
import { session } from "../data/session.ts";
import { useStore } from "../data/store.ts";
import { ProviderButtons } from "../sign-in/provider-buttons.tsx";
import { en } from "../words/en.ts";

/** Adds identities at providers as ways to sign in to the account. */
export function ProviderSection(): ReactNode {
  const providers = useStore(session)?.ways.oidc ?? [];
  if (providers.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="providers">
      <h2 id="providers">{en.account.providers}</h2>
      <p className="quiet">{en.account.providersText}</p>
      <div className="account-buttons">
        <ProviderButtons next="/account" />
      </div>
    </section>
  );
}
