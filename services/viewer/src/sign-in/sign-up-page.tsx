import { getRouteApi, Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { SessionPending } from "../app/session-pending.tsx";
import { session } from "../data/session/session.ts";
import { useStore } from "../data/store.ts";
import { en } from "../text/en.ts";
import { IdentityForm } from "./identity-form.tsx";
import { consumeFragment } from "./link-token.ts";
import { AlreadySignedIn, useLeave } from "./page.tsx";
import { SignInLayout } from "./sign-in-layout.tsx";
import { SignUpForm } from "./sign-up-form.tsx";

const route = getRouteApi("/sign-up");

/** The page of making an account, also with an identity that a provider has just confirmed. */
export function SignUpPage(): ReactNode {
  const current = useStore(session);
  const [fragment] = useState(consumeFragment);
  const identity = fragment.get("identity");
  const search = route.useSearch();
  const next = fragment.get("next") ?? search.next;
  const leave = useLeave(next);
  if (!current) {
    return (
      <SignInLayout title={en.signIn.signUpTitle}>
        <SessionPending />
      </SignInLayout>
    );
  }
  if (identity !== null) {
    return (
      <SignInLayout title={current.user ? en.signIn.identity.link : en.signIn.identity.title}>
        <IdentityForm token={identity} session={current} next={next} onDone={leave} />
      </SignInLayout>
    );
  }
  if (current.user) return <AlreadySignedIn name={current.user.username} onContinue={leave} />;
  const { signUp } = current.methods;
  return (
    <SignInLayout title={en.signIn.signUpTitle}>
      <p className="quiet">{en.signIn.signUpText}</p>
      {signUp === "open" && <SignUpForm methods={current.methods} next={next} onDone={leave} />}
      {signUp === "invited" && <p>{en.signIn.invited}</p>}
      {signUp === "closed" && <p>{en.signIn.closed}</p>}
      <p>
        {en.signIn.hasAccount}{" "}
        <Link to="/sign-in" search={{ next }}>
          {en.signIn.title}
        </Link>
      </p>
    </SignInLayout>
  );
}
