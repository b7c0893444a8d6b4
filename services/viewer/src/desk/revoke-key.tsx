import type { ApiKey } from "@jetwire/protocol";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { rest } from "../data/rest.ts";
import { useAction } from "../data/use-action.ts";
import { Dialog } from "../look/dialog.tsx";
import { SensitiveFailure } from "../sign-in/sensitive-failure.tsx";
import { en } from "../words/en.ts";

/** Asks before a key is revoked, and says what that does. */
export function RevokeKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }): ReactNode {
  const queries = useQueryClient();
  const action = useAction();
  return (
    <Dialog title={en.keys.revokeAsk(apiKey.hint)} onClose={onClose}>
      <p>{en.keys.revokeText}</p>
      <SensitiveFailure action={action} />
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {en.keys.cancel}
        </button>
        <button
          type="button"
          className="button button-danger"
          disabled={action.isRunning}
          onClick={() =>
            void action.run(async () => {
              await (await rest()).revokeKey({ id: apiKey.id });
              await queries.invalidateQueries({ queryKey: ["keys"] });
              onClose();
            })
          }
        >
          {en.keys.revoke}
        </button>
      </div>
    </Dialog>
  );
}
