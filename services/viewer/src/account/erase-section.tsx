import type { Profile } from "@jetwire/protocol";
import type { ReactNode } from "react";
import { EraseForm } from "../erasure/erase-form.tsx";
import { en } from "../text/en.ts";

/** Erases the account. */
export function EraseSection({ profile: { username } }: { profile: Profile }): ReactNode {
  return (
    <EraseForm
      title={en.account.erase}
      text={en.account.eraseText}
      name={username}
      confirm={en.account.eraseConfirm(username)}
      isPlanned={({ kind }) => kind === "account"}
      send={(client, body) => client.eraseMe({ body })}
    />
  );
}
