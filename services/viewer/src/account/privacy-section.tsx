import type { Profile } from "@jetwire/protocol";
import type { ReactNode } from "react";
import { useCommand } from "../data/rest/use-command.ts";
import { Checkbox } from "../form/field.tsx";
import { CommandFailure } from "../sign-in/command-failure.tsx";
import { en } from "../text/en.ts";

/** The choices of what other users see. */
export function PrivacySection({ profile }: { profile: Profile }): ReactNode {
  const change = useCommand(
    (client, appearsOffline: boolean) => client.changeProfile({ body: { appearsOffline } }),
    { keys: [["profile"]] },
  );
  return (
    <section className="panel" aria-labelledby="privacy">
      <h2 id="privacy">{en.account.privacy}</h2>
      <Checkbox
        label={en.account.appearOffline}
        checked={profile.appearsOffline}
        disabled={change.isRunning}
        onCheck={change.run}
      />
      <CommandFailure command={change} />
    </section>
  );
}
