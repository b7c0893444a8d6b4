import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { SessionPending } from "../app/session-pending.tsx";
import { endpoints } from "../data/rest/endpoints.ts";
import { authRest, refreshSession } from "../data/rest/rest.ts";
import { useRest } from "../data/rest/use-rest.ts";
import { session } from "../data/session/session.ts";
import { useStore } from "../data/store.ts";
import { EndpointForm } from "../form/endpoint-form.tsx";
import { Field } from "../form/field.tsx";
import { SignInLayout } from "../sign-in/sign-in-layout.tsx";
import { UsernameField } from "../sign-in/username-field.tsx";
import { en } from "../text/en.ts";
import { QueryState } from "../ui/query-state/query-state.tsx";
import { codeLine, restoreLines } from "./commands.ts";
import { CopiedLines } from "./copied-lines.tsx";
import { SetupSteps } from "./setup-steps.tsx";
import "../entity/entity.css";
import "./setup.css";

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
  const setup = useRest(["setup"], (client, signal) => client.readSetup({}, { signal }));
  const isNeeded = setup.data?.isNeeded === true;
  return (
    <SignInLayout title={isNeeded ? en.setup.formTitle : en.setup.title}>
      <QueryState query={setup} lines={3}>
        {() => (isNeeded ? <FirstOperatorForm /> : <Done />)}
      </QueryState>
    </SignInLayout>
  );
}

function FirstOperatorForm(): ReactNode {
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
            <Field
              {...field("code")}
              label={en.setup.code}
              hint={en.setup.codeHint}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
            />
            <UsernameField {...field("username")} />
          </>
        )}
      </EndpointForm>
      <details>
        <summary>{en.setup.restoreInstead}</summary>
        <CopiedLines text={restoreLines} />
      </details>
    </>
  );
}

function Done(): ReactNode {
  return (
    <>
      <p>{en.setup.done}</p>
      <p className="quiet">{en.setup.doneText}</p>
      <Link to="/sign-in" search={{ next: "/setup" }} className="button button-main">
        {en.frame.signIn}
      </Link>
    </>
  );
}
