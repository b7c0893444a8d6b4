import type { RestoreState } from "@jetwire/protocol";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { SessionPending } from "../app/session-pending.tsx";
import { endpoints } from "../data/rest/endpoints.ts";
import { authRest, refreshSession } from "../data/rest/rest.ts";
import { useRest } from "../data/rest/use-rest.ts";
import { session } from "../data/session/session.ts";
import { useStore } from "../data/store.ts";
import { EndpointForm } from "../form/endpoint-form.tsx";
import { SignInLayout } from "../sign-in/sign-in-layout.tsx";
import { UsernameField } from "../sign-in/username-field.tsx";
import { en } from "../text/en.ts";
import { QueryState } from "../ui/query-state/query-state.tsx";
import { CodeField } from "./code-field.tsx";
import { codeLine } from "./commands.ts";
import { CopiedLines } from "./copied-lines.tsx";
import { RestorePart, RestoreProgress } from "./restore-part.tsx";
import { SetupSteps } from "./setup-steps.tsx";
import "../entity/entity.css";
import "./setup.css";

/** A restore that runs is shown as it goes on. */
const everyMs = 2_000;

/** The page of the first operator: it makes the account, then shows what is left to set. */
export function SetupPage(): ReactNode {
  const current = useStore(session);
  if (!current) {
    return (
      <SignInLayout title={en.setup.title}>
        <SessionPending />
      </SignInLayout>
    );
  }
  return current.isOperator ? <SetupSteps /> : <Beginning />;
}

function Beginning(): ReactNode {
  const setup = useRest(["setup"], (client, signal) => client.readSetup({}, { signal }), {
    everyMs,
  });
  const isNeeded = setup.data?.isNeeded === true;
  const running = setup.data?.restore?.running ?? null;
  const [wasRunning, setWasRunning] = useState(false);
  if (running !== null && !wasRunning) setWasRunning(true);
  // Services start anew meanwhile, and do not answer.
  const isAway = wasRunning && setup.isError;
  return (
    <SignInLayout title={isNeeded ? en.setup.formTitle : en.setup.title}>
      {isAway && running === null && <p role="status">{en.setup.restoreExchanging}</p>}
      {running !== null && <RestoreProgress of={running} />}
      {running === null && !isAway && (
        <QueryState query={setup} lines={3}>
          {({ restore }) =>
            isNeeded ? <FirstOperatorForm restore={restore} /> : <Done wasRestored={wasRunning} />
          }
        </QueryState>
      )}
    </SignInLayout>
  );
}

function FirstOperatorForm({ restore }: { restore: RestoreState | null }): ReactNode {
  return (
    <>
      <p>{en.setup.formText}</p>
      <p className="quiet small">{en.setup.logText}</p>
      <CopiedLines text={codeLine} />
      <EndpointForm
        of={endpoints.setUp}
        first={{ code: "", username: "" }}
        send={(client, body) => client.setUp({ body })}
        by={authRest}
        keys={[["setup"]]}
        onDone={refreshSession}
        layout="column"
        kind="main"
        submit={en.setup.make}
      >
        {({ field }) => (
          <>
            <CodeField {...field("code")} />
            <UsernameField {...field("username")} />
          </>
        )}
      </EndpointForm>
      <RestorePart state={restore} />
    </>
  );
}

function Done({ wasRestored }: { wasRestored: boolean }): ReactNode {
  return (
    <>
      <p>{wasRestored ? en.setup.restored : en.setup.done}</p>
      <p className="quiet">{wasRestored ? en.setup.restoredText : en.setup.doneText}</p>
      <Link to="/sign-in" search={{ next: "/setup" }} className="button button-main">
        {en.frame.signIn}
      </Link>
    </>
  );
}
