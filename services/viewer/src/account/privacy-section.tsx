import type { Profile } from "@jetwire/protocol";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { rest } from "../data/rest.ts";
import { useAction } from "../data/use-action.ts";
import { ActionFailure } from "../sign-in/action-failure.tsx";
import { en } from "../words/en.ts";

/** The choices of what other users see. */
export function PrivacySection({ profile }: { profile: Profile }): ReactNode {
  const queries = useQueryClient();
  const action = useAction();
  return (
    <section className="panel" aria-labelledby="privacy">
      <h2 id="privacy">{en.account.privacy}</h2>
      <label className="check-line">
        <input
          type="checkbox"
          className="check"
          checked={profile.appearsOffline}
          disabled={action.isRunning}
          onChange={(event) => {
            const appearsOffline = event.target.checked;
            void action.run(async () => {
              await (await rest()).changeProfile({ body: { appearsOffline } });
              await queries.invalidateQueries({ queryKey: ["profile"] });
            });
          }}
        />
        {en.account.appearOffline}
      </label>
      <ActionFailure action={action} />
    </section>
  );
}
