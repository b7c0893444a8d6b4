import type { ApiKey } from "@jetwire/protocol";
import type { ReactNode } from "react";
import { useCommand } from "../../data/rest/use-command.ts";
import { ConfirmDialog } from "../../form/confirm-dialog.tsx";
import { en } from "../../text/en.ts";

/** Asks before a key is revoked, and says what that does. */
export function RevokeKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }): ReactNode {
  const revoke = useCommand((client) => client.revokeKey({ id: apiKey.id }), {
    keys: [["keys"]],
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={en.keys.revokeAsk(apiKey.hint)}
      text={en.keys.revokeText}
      confirm={en.keys.revoke}
      command={revoke}
      onClose={onClose}
    />
  );
}
