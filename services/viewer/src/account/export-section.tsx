import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { downloadAs } from "../data/rest/download.ts";
import { useCommand } from "../data/rest/use-command.ts";
import { CommandFailure } from "../sign-in/command-failure.tsx";
import { en } from "../text/en.ts";

/** Gives users everything that the service stores about them. */
export function ExportSection(): ReactNode {
  const get = useCommand(() => downloadAs("account.ndjson", "/v1/me/export"));
  return (
    <section className="panel" aria-labelledby="data">
      <h2 id="data">{en.account.data}</h2>
      <p className="quiet">{en.account.exportText}</p>
      <div className="account-buttons">
        <Button command={get}>{get.isRunning ? en.account.exporting : en.account.export}</Button>
      </div>
      <CommandFailure command={get} />
    </section>
  );
}
