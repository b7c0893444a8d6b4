import { getRouteApi, Link } from "@tanstack/react-router";
import { type ReactNode, useCallback, useEffect } from "react";
import { Button } from "../ui/button.tsx";
import { SessionPending } from "../app/session-pending.tsx";
import { useUnlessLeft } from "../app/use-unless-left.ts";
import { refreshSession } from "../data/rest/rest.ts";
import { session } from "../data/session/session.ts";
import { useStore } from "../data/store.ts";
import { useCommand } from "../data/rest/use-command.ts";
import { UntrustedName } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { CommandFailure } from "./command-failure.tsx";
import { EmailForm } from "./email-form.tsx";
import { nextPath } from "./next-path.ts";
import { offerPasskeys, signInByPasskey } from "./passkey.ts";
import { PasskeyAddress } from "./passkey-address.tsx";
import { ProviderButtons } from "./provider-buttons.tsx";
import { SignInLayout } from "./sign-in-layout.tsx";

const route = getRouteApi("/sign-in");

/** The page of signing in: by passkey, by a link, or with a provider. */
export function SignInPage(): ReactNode {
  const current = useStore(session);
  const { next, failed } = route.useSearch();
  const leave = useLeave(next);
  const signIn = useCommand(signInByPasskey, { onDone: leave });
  const methods = current?.methods;
  const canOffer = methods?.passkeys === true && current?.user === null;
  useEffect(() => {
    if (!canOffer) return;
    async function offer(): Promise<void> {
      if (await offerPasskeys()) await leave();
    }
    // The button reports what is wrong.
    offer().catch(() => undefined);
  }, [canOffer, leave]);
  if (!methods) {
    return (
      <SignInLayout title={en.signIn.title}>
        <SessionPending />
      </SignInLayout>
    );
  }
  if (current.user) return <AlreadySignedIn name={current.user.username} onContinue={leave} />;
  return (
    <SignInLayout title={en.signIn.title}>
      <ProviderFailure reason={failed} />
      {methods.passkeys ? (
        <Button kind="main" command={signIn}>
          {en.signIn.byPasskey}
        </Button>
      ) : (
        <PasskeyAddress url={methods.url} />
      )}
      <CommandFailure command={signIn} />
      <ProviderButtons next={next} />
      {methods.email && (
        <>
          <p className="divider">{en.signIn.or}</p>
          <EmailForm />
        </>
      )}
      <p>
        {en.signIn.noAccount}{" "}
        <Link to="/sign-up" search={{ next }}>
          {en.signIn.signUp}
        </Link>
      </p>
      <p className="quiet small">{en.signIn.onlyIfNeeded}</p>
    </SignInLayout>
  );
}

/** Says why a sign-in at a provider has failed. */
function ProviderFailure({ reason }: { reason: string | undefined }): ReactNode {
  const texts: Readonly<Record<string, string>> = en.signIn.providerFailures;
  if (reason === undefined || !Object.hasOwn(texts, reason)) return null;
  return (
    <p className="field-error" role="alert">
      {texts[reason]}
    </p>
  );
}

/** Returns what ends a sign-in: the page becomes the user's, and goes where it was asked to. */
export function useLeave(next: string | undefined): () => Promise<void> {
  const navigate = useUnlessLeft(route.useNavigate());
  return useCallback(async () => {
    await refreshSession();
    await navigate({ href: nextPath(next, location.origin), replace: true });
  }, [navigate, next]);
}

/** Shown to those who are signed in already. */
export function AlreadySignedIn({
  name,
  onContinue,
}: {
  name: string;
  onContinue: () => Promise<void>;
}): ReactNode {
  return (
    <SignInLayout title={en.signIn.title}>
      <p>
        <UntrustedName text={en.signIn.already(name)} />
      </p>
      <Button kind="main" onClick={() => void onContinue()}>
        {en.signIn.continue}
      </Button>
    </SignInLayout>
  );
}
