import type { AccountChanges } from "../admission/account-changes.ts";
import type { RequestAdmission } from "../admission/admission.ts";
import type { Route } from "../route.ts";
import { identityRoutes } from "./identity-routes.ts";
import type { OidcServices } from "./oidc-callback.ts";
import { passkeyRoutes, passkeySignInRoutes } from "./passkey-routes.ts";
import { profileRoutes } from "./profile-routes.ts";
import { type SessionIssuers, sessionRoutes } from "./session-routes.ts";
import { signInRoutes } from "./sign-in-routes.ts";
import { webSessionRoutes } from "./web-session-routes.ts";

/** Sessions, and the ways to sign in: links, passkeys and identities. */
export function signInTopic(
  services: OidcServices,
  admission: RequestAdmission,
  issuers: SessionIssuers,
  changes: AccountChanges,
): Route[] {
  const { config, write } = services;
  const { webSessions } = issuers;
  return [
    ...sessionRoutes(write, admission, issuers, changes),
    ...webSessionRoutes({ config, write, webSessions, changes }),
    ...signInRoutes(services),
    ...passkeySignInRoutes(services),
    ...identityRoutes(services, changes),
    ...passkeyRoutes(services),
    ...profileRoutes(services, changes),
  ];
}
