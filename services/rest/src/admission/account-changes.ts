import type { Stores } from "@jetwire/redis";
import type { RequestAdmission } from "./admission.ts";

export type AccountChanges = ReturnType<typeof createAccountChanges>;

/**
 * Announces changes of accounts to all processes. Announcements may be lost: processes that miss one
 * find the change in Postgres within seconds.
 */
export function createAccountChanges(
  admission: RequestAdmission,
  { notices, userChannel }: Pick<Stores, "notices" | "userChannel">,
) {
  function wake(accountId: string): void {
    userChannel.wake(accountId).catch(() => {});
  }
  return {
    notificationAdded: wake,
    sessionEnded(accountId: string): void {
      admission.forget();
      notices.publish({ kind: "session-ended", accountId }).catch(() => {});
    },
    accountChanged(accountId: string): void {
      admission.forget();
      notices.publish({ kind: "account-changed", accountId }).catch(() => {});
    },
    keyRevoked(keyId: string, accountId: string): void {
      admission.forget();
      notices.publish({ kind: "key-revoked", keyId }).catch(() => {});
      wake(accountId);
    },
  };
}
