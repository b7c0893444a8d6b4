import type { ReactNode } from "react";
import { NeedsUser } from "../app/needs-user.tsx";
import { PageTitle } from "../app/page-title.tsx";
import { useRest } from "../data/rest/use-rest.ts";
import { QueryState } from "../ui/query-state/query-state.tsx";
import { ShareFailures } from "../ui/query-state/share-failures.tsx";
import { en } from "../text/en.ts";
import { ActiveSessions } from "./active-sessions.tsx";
import { DisplaySection } from "./display-section.tsx";
import { EraseSection } from "./erase-section.tsx";
import { ExportSection } from "./export-section.tsx";
import { PasskeySection } from "./passkey-section.tsx";
import { PrivacySection } from "./privacy-section.tsx";
import { ProfileSection } from "./profile-section.tsx";
import { ProviderSection } from "./provider-section.tsx";
import "./account.css";

/** The page of the user's own account. */
export function AccountPage(): ReactNode {
  return (
    <NeedsUser title={en.account.title} purpose={en.signIn.signUpText}>
      <Account />
    </NeedsUser>
  );
}

function Account(): ReactNode {
  const profile = useRest(["profile"], (rest, signal) => rest.readProfile({}, { signal }));
  return (
    <div className="page">
      <div className="page-head">
        <PageTitle text={en.account.title} />
      </div>
      <div className="page-body account">
        <ShareFailures>
          <QueryState query={profile} lines={6}>
            {(shown) => (
              <>
                <ProfileSection profile={shown} />
                <PasskeySection hasOtherWay={shown.email !== null} />
                <ProviderSection />
                <ActiveSessions />
                <PrivacySection profile={shown} />
                <DisplaySection />
                <ExportSection />
                <EraseSection profile={shown} />
              </>
            )}
          </QueryState>
        </ShareFailures>
      </div>
    </div>
  );
}
