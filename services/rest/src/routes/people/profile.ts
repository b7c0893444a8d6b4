import {
  changeProfile,
  type Profile as StoredProfile,
  readProfile,
  removeEmail,
} from "@jetwire/db";
import { AppError, endpoints, type Profile } from "@jetwire/protocol";
import type { AccountChanges } from "../../admission/account-changes.ts";
import { requireRecentSignIn } from "../../admission/recent-sign-in.ts";
import { type Route, route } from "../../route.ts";
import { sendEmailChange } from "../../sign-in/send-link.ts";
import { requireMail } from "../../sign-in/ways-in.ts";
import type { SignInServices } from "./sign-in.ts";

/** `/v1/me/profile`: what a user has set. */
export function profileRoutes(services: SignInServices, changes: AccountChanges): Route[] {
  const { config, write, limits, background } = services;

  async function requireProfile(accountId: string): Promise<StoredProfile> {
    const profile = await write((sql) => readProfile(sql, accountId));
    if (profile === null) throw new AppError("unauthorized", "The account has ended");
    return profile;
  }

  /** Sends a link to a new address, or removes the present one. */
  async function changeEmail(profile: StoredProfile, email: string | null, ip: string) {
    if (email?.toLowerCase() === profile.email?.toLowerCase()) return;
    const { id: accountId, username } = profile;
    if (email === null) {
      if (await write((sql) => removeEmail(sql, accountId))) return;
      const message = "The address is the last way to sign in: add a passkey first";
      throw new AppError("forbidden", message);
    }
    const publicUrl = requireMail(config);
    await limits.takeLink(ip);
    background.begin(async () => {
      if (!(await limits.mayMail(email))) return;
      await write((sql) => sendEmailChange(sql, { accountId, username, email }, publicUrl));
    });
  }

  return [
    route(endpoints.readProfile, async (_request, { accountId }) => ({
      body: toProfile(await requireProfile(accountId)),
    })),
    route(endpoints.changeProfile, async ({ body, ip }, principal) => {
      const { accountId } = principal;
      const { email, preferences, appearsOffline } = body;
      if (email !== undefined) {
        requireRecentSignIn(principal);
        await changeEmail(await requireProfile(accountId), email, ip);
      }
      await write((sql) => changeProfile(sql, accountId, { preferences, appearsOffline }));
      // Gateways show or hide the user at once.
      if (appearsOffline !== undefined) changes.notificationAdded(accountId);
      return { body: toProfile(await requireProfile(accountId)) };
    }),
  ];
}

function toProfile({ createdAt, ...profile }: StoredProfile): Profile {
  return {
    ...profile,
    preferences: { ...profile.preferences },
    createdAt: createdAt.toISOString(),
  };
}
