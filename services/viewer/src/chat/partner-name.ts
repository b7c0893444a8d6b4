import { queryClient } from "../data/rest/query-client.ts";
import { useRest } from "../data/rest/use-rest.ts";
import { useBlocked } from "./blocked-users.tsx";
import { useThreads } from "./threads.tsx";

/** Remembers a name that the server gave, so that a new conversation need not ask for it. */
export function rememberPartner(userId: string, username: string): void {
  queryClient.setQueryData(partnerKey(userId), username);
}

/** Returns the name of a user; nothing while it is read, and the id of a user that is not found. */
export function usePartnerName(userId: string): string {
  const threads = useThreads();
  const blocked = useBlocked();
  const listed = [...(threads.data ?? []), ...(blocked.data ?? [])].find(
    (one) => one.userId === userId,
  );
  const isUnlisted = threads.isSuccess && blocked.isSuccess && listed === undefined;
  const { data: username, isError } = useRest(
    partnerKey(userId),
    async (rest, signal) => (await rest.readUser({ id: userId }, { signal })).username,
    { staleMs: Infinity, isEnabled: isUnlisted },
  );
  return listed?.username ?? username ?? (isError ? userId : "");
}

function partnerKey(userId: string): readonly string[] {
  return ["partner", userId];
}
