import type { ReactNode } from "react";
import { downloadAs } from "../data/download.ts";
import { useAction } from "../data/use-action.ts";
import { ActionFailure } from "../sign-in/action-failure.tsx";
import { en } from "../words/en.ts";

/** Gives users everything that the service stores about them. */
export function ExportSection(): ReactNode {
  const action = useAction();
  return (
    <section className="panel" aria-labelledby="data">
      <h2 id="data">{en.account.data}</h2>
      <p className="quiet">{en.account.exportText}</p>
      <div className="account-buttons">
        <button
          type="button"
          className="button"
          disabled={action.isRunning}
          onClick={() => void action.run(() => downloadAs("account.ndjson", "/v1/me/export"))}
        >
          {action.isRunning ? en.account.exporting : en.account.export}
        </button>
      </div>
      <ActionFailure action={action} />
    </section>
  );
}
