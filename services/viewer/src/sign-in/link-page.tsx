import type { ShownLink } from "@jetwire/protocol";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useCallback, useState } from "react";
import { Button } from "../ui/button.tsx";
import { SessionPending } from "../app/session-pending.tsx";
import { useUnlessLeft } from "../app/use-unless-left.ts";
import { authRest, refreshSession } from "../data/rest/rest.ts";
import { session } from "../data/session/session.ts";
import { useStore } from "../data/store.ts";
import { useCommand } from "../data/rest/use-command.ts";
import { useRest } from "../data/rest/use-rest.ts";
import { display } from "../ui/display/display.ts";
import { QueryState } from "../ui/query-state/query-state.tsx";
import { UntrustedText, UntrustedName } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { fullTime } from "../text/time.ts";
import { CommandFailure } from "./command-failure.tsx";
import { PasskeyOffer } from "./passkey-offer.tsx";
import { LinkSpent } from "./link-spent.tsx";
import { consumeLinkToken } from "./link-token.ts";
import { SignInLayout } from "./sign-in-layout.tsx";
import { SignUpForm } from "./sign-up-form.tsx";

/**
 * The page of a link from a mail or an invitation. It shows what the link is for; only the button spends
 * it, so that nobody signs in by looking.
 */
export function LinkPage(): ReactNode {
  const [token] = useState(consumeLinkToken);
  const peek = useRest(
    ["link", token],
    async (_rest, signal) => {
      const auth = await authRest();
      return await auth.openLink({ body: { token: token ?? "", peek: true } }, { signal });
    },
    { isEnabled: token !== null, staleMs: Infinity },
  );
  if (token === null) {
    return (
      <SignInLayout title={en.signIn.link.title}>
        <p>{en.signIn.link.none}</p>
      </SignInLayout>
    );
  }
  if (peek.error) {
    return (
      <SignInLayout title={en.signIn.link.title}>
        <LinkSpent error={peek.error} />
      </SignInLayout>
    );
  }
  const title = peek.data ? en.signIn.link.titles[peek.data.link.kind] : en.signIn.link.title;
  return (
    <SignInLayout title={title}>
      <QueryState query={peek}>{({ link }) => <OpenLink token={token} link={link} />}</QueryState>
    </SignInLayout>
  );
}

function OpenLink({ token, link }: { token: string; link: ShownLink }): ReactNode {
  const current = useStore(session);
  const [step, setStep] = useState<"open" | "confirmed" | "offer">("open");
  const navigate = useUnlessLeft(useNavigate());
  const goToDesk = useCallback(
    async () => await navigate({ to: "/desk", replace: true }),
    [navigate],
  );
  const leave = useCallback(async () => {
    await refreshSession();
    await goToDesk();
  }, [goToDesk]);
  const open = useCommand((client) => client.openLink({ body: { token } }), {
    by: authRest,
    async onDone({ user }) {
      if (!user) return setStep("confirmed");
      await refreshSession();
      if (link.kind === "sign-up" && current?.methods.passkeys === true) setStep("offer");
      else await goToDesk();
    },
  });
  if (step === "offer") return <PasskeyOffer onDone={goToDesk} />;
  if (step === "confirmed") return <p className="good">{en.signIn.link.confirmed}</p>;
  if (link.kind === "invitation" && link.username === null) {
    return current ? (
      <>
        <LinkFacts link={link} />
        <SignUpForm methods={current.methods} invitation={token} onDone={leave} />
      </>
    ) : (
      <SessionPending />
    );
  }
  return (
    <>
      <LinkFacts link={link} />
      <Button kind="main" command={open}>
        {buttonText(link.kind)}
      </Button>
      <CommandFailure command={open} />
    </>
  );
}

function buttonText(kind: ShownLink["kind"]): string {
  if (kind === "sign-up") return en.signIn.link.finish;
  return kind === "email-change" ? en.signIn.link.confirm : en.signIn.link.signIn;
}

function LinkFacts({ link }: { link: ShownLink }): ReactNode {
  const { zone } = useStore(display);
  return (
    <>
      {link.username !== null && (
        <p>
          <UntrustedName text={en.signIn.link.account(link.username)} />
        </p>
      )}
      {link.email !== null && (
        <p>
          <UntrustedText text={en.signIn.link.forEmail(link.email)} />
        </p>
      )}
      <p className="quiet small">{en.signIn.link.askedAt(fullTime(link.askedAt, zone))}</p>
      {!link.isSameBrowser && link.kind !== "invitation" && (
        <p className="warn">{en.signIn.link.otherBrowser}</p>
      )}
    </>
  );
}
