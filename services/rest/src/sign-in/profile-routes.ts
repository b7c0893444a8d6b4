import * as db from "@jetwire/db";
import { AppError, endpoints, type Profile } from "@jetwire/protocol";
import type { AccountChanges } from "../admission/account-changes.ts";
import { requireRecentSignIn } from "../admission/recent-sign-in.ts";
import { type RestRequest, type Route, route } from "../route.ts";
import { sendEmailChange } from "./send-link.ts";
import { lastSignInMethod, readWorkingMethods, requireMail } from "./sign-in-methods.ts";
import type { SignInServices } from "./sign-in-routes.ts";

/** `/v1/me/profile`: what a user has set. */
export function profileRoutes(services: SignInServices, changes: AccountChanges): Route[] {
  const { config, write, limits, background, mails } = services;

  async function requireProfile(accountId: string): Promise<Profile> {
    const profile = await write((sql) => db.profiles.read(sql, accountId));
    if (profile === null) throw new AppError("unauthorized", "The account has ended");
    return profile;
  }

  /** Sends a link to a new address, or removes the present one. */
  async function changeEmail(
    profile: Profile,
    email: string | null,
    request: Pick<RestRequest, "address" | "ip">,
  ) {
    if (email?.toLowerCase() === profile.email?.toLowerCase()) return;
    const { id: accountId, username } = profile;
    if (email === null) {
      const methods = readWorkingMethods(config, request);
      if (await write((sql) => db.profiles.removeEmail(sql, accountId, methods))) return;
      throw lastSignInMethod();
    }
    const publicUrl = requireMail(config);
    await limits.consumeLink(request.ip);
    const change = { accountId, username, email };
    const hasBegun = background.begin(async () => {
      if (await limits.mayMail(email)) {
        await write((sql) => sendEmailChange(sql, mails, change, publicUrl));
      } else mails.dropped("email-change", "hourly");
    });
    if (!hasBegun) throw new AppError("rate_limited", "Too many requests, try again shortly");
  }

  return [
    route(endpoints.readProfile, async (_request, { accountId }) => ({
      body: await requireProfile(accountId),
    })),
    route(endpoints.changeProfile, async (request, principal) => {
      const { accountId } = principal;
      const { email, preferences, appearsOffline } = request.body;
      if (email !== undefined) {
        requireRecentSignIn(principal);
        await changeEmail(await requireProfile(accountId), email, request);
      }
      await write((sql) => db.profiles.change(sql, accountId, { preferences, appearsOffline }));
      // Gateways show or hide the user at once.
      if (appearsOffline !== undefined) changes.notificationAdded(accountId);
      return { body: await requireProfile(accountId) };
    }),
  ];
}
