import type { RestoreState } from "@jetwire/protocol";
import type { ReactNode } from "react";
import { endpoints } from "../data/rest/endpoints.ts";
import { authRest } from "../data/rest/rest.ts";
import { useStore } from "../data/store.ts";
import { EndpointForm } from "../form/endpoint-form.tsx";
import { LongField, Select } from "../form/field.tsx";
import { en } from "../text/en.ts";
import { byteSize, percent } from "../text/numbers.ts";
import { clockTime, dayOf } from "../text/time.ts";
import { UntrustedText } from "../text/untrusted-text.tsx";
import { display } from "../ui/display/display.ts";
import { CodeField } from "./code-field.tsx";
import { restoreLines } from "./commands.ts";
import { CopiedLines } from "./copied-lines.tsx";

type Running = NonNullable<RestoreState["running"]>;

/** Restores a back-up instead of making an account, or says by which commands that is done. */
export function RestorePart({ state }: { state: RestoreState | null }): ReactNode {
  return (
    <details open={state !== null && state.problem !== null}>
      <summary>{state === null ? en.setup.restoreInstead : en.setup.restoreHere}</summary>
      {state === null ? <CopiedLines text={restoreLines()} /> : <Offered state={state} />}
    </details>
  );
}

function Offered({ state: { backups, problem } }: { state: RestoreState }): ReactNode {
  const [newest] = backups;
  return (
    <div className="setup-restore">
      {problem !== null && (
        <p className="bad" role="alert">
          <UntrustedText text={en.setup.restoreProblem(problem)} />
        </p>
      )}
      {newest === undefined ? (
        <p>{en.setup.noBackups}</p>
      ) : (
        <RestoreForm backups={backups} newest={newest.name} />
      )}
    </div>
  );
}

function RestoreForm({
  backups,
  newest,
}: {
  backups: RestoreState["backups"];
  newest: string;
}): ReactNode {
  const { zone } = useStore(display);
  const options = backups.map(({ name, takenAt, bytes }) => ({
    value: name,
    text: `${dayOf(takenAt, zone)} ${clockTime(takenAt, zone)}, ${byteSize(bytes)}`,
  }));
  return (
    <EndpointForm
      of={endpoints.restoreBackup}
      first={{ code: "", name: newest, recoveryKey: "" }}
      send={(client, body) => client.restoreBackup({ body })}
      by={authRest}
      keys={[["setup"]]}
      layout="column"
      kind="main"
      submit={en.setup.restoreStart}
    >
      {({ field }) => (
        <>
          <Select {...field("name")} label={en.setup.restoreWhich} options={options} />
          <CodeField {...field("code")} />
          <LongField
            {...field("recoveryKey")}
            label={en.setup.recoveryKey}
            hint={en.setup.recoveryKeyHint}
            rows={3}
            autoComplete="off"
            spellCheck={false}
          />
          <p className="quiet small">{en.setup.restoreMeans}</p>
        </>
      )}
    </EndpointForm>
  );
}

/** Shows how far a restore is. While services start anew, the page has the last answer, and asks again. */
export function RestoreProgress({ of }: { of: Running }): ReactNode {
  const { name, step, bytes, bytesTotal } = of;
  const share = bytesTotal === 0 ? 0 : bytes / bytesTotal;
  return (
    <div className="setup-restore" role="status">
      <p>{en.setup.restoreRuns(name)}</p>
      {step === "loading" ? (
        <>
          <progress max={1} value={share} aria-label={en.setup.restoreRead} />
          <p className="quiet">
            {en.setup.restoreLoading(percent(share), byteSize(bytes), byteSize(bytesTotal))}
          </p>
        </>
      ) : (
        <p>{en.setup.restoreExchanging}</p>
      )}
    </div>
  );
}
