import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { currentRealtime } from "../data/realtime.ts";
import { useAction } from "../data/use-action.ts";
import { Dialog } from "../look/dialog.tsx";
import { Failure } from "../look/query-state.tsx";
import { ForeignName } from "../words/foreign.tsx";
import { en } from "../words/en.ts";

/** Asks before a user is blocked, and says what that does. */
export function BlockDialog({
  userId,
  name,
  onClose,
}: {
  userId: string;
  name: string;
  onClose: () => void;
}): ReactNode {
  const queries = useQueryClient();
  const action = useAction();
  return (
    <Dialog title={<ForeignName text={en.chat.blockAsk(name)} />} onClose={onClose}>
      <p>
        <ForeignName text={en.chat.blockText(name)} />
      </p>
      {action.error && <Failure error={action.error} />}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {en.chat.cancel}
        </button>
        <button
          type="button"
          className="button button-danger"
          disabled={action.isRunning}
          onClick={() =>
            void action.run(async () => {
              await currentRealtime().chat.block(userId);
              await queries.invalidateQueries({ queryKey: ["blocked"] });
              onClose();
            })
          }
        >
          {en.chat.block}
        </button>
      </div>
    </Dialog>
  );
}
