import { getRouteApi, Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { session } from "../data/session.ts";
import { useStore } from "../data/store.ts";
import { Skeleton } from "../look/query-state.tsx";
import { en } from "../words/en.ts";
import { nextPath } from "./next-path.ts";
import { AlreadySignedIn, useLeave } from "./page.tsx";
import { SignInLayout } from "./sign-in-layout.tsx";
import { SignUpForm } from "./sign-up-form.tsx";

const route = getRouteApi("/sign-up");

/** The page of making an account. */
export function SignUpPage(): ReactNode {
  const current = useStore(session);
  const { next } = route.useSearch();
  const leave = useLeave(next);
  if (!current) {
    return (
      <SignInLayout title={en.signIn.signUpTitle}>
        <Skeleton lines={4} />
      </SignInLayout>
    );
  }
  if (current.user) return <AlreadySignedIn name={current.user.username} onContinue={leave} />;
  const { signUp, oidc } = current.ways;
  return (
    <SignInLayout title={en.signIn.signUpTitle}>
      <p className="quiet">{en.signIn.signUpText}</p>
      {signUp === "open" && (
        <>
          <SignUpForm ways={current.ways} onDone={leave} />
          {oidc.map(({ id, name }) => (
            <a
              key={id}
              className="button"
              href={`/v1/auth/oidc/${encodeURIComponent(id)}?next=${encodeURIComponent(nextPath(next, location.origin))}`}
            >
              {en.signIn.byProvider(name)}
            </a>
          ))}
        </>
      )}
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
