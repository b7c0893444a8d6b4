import { skipToken, useQuery } from "@tanstack/react-query";
import { queryClient } from "../data/query-client.ts";
import { useBlocked } from "./blocked-users.tsx";
import { useThreads } from "./threads.tsx";

/** Remembers a name that the server gave, for a conversation that has no message yet. */
export function rememberPartner(userId: string, username: string): void {
  queryClient.setQueryData(partnerKey(userId), username);
}

/** Returns the name of a user as the server gave it; the id if it has not. */
export function usePartnerName(userId: string): string {
  const threads = useThreads();
  const blocked = useBlocked();
  const { data: remembered } = useQuery<string>({
    queryKey: partnerKey(userId),
    queryFn: skipToken,
    staleTime: Infinity,
  });
  const known = [...(threads.data ?? []), ...(blocked.data ?? [])];
  return known.find((one) => one.userId === userId)?.username ?? remembered ?? userId;
}

function partnerKey(userId: string): readonly string[] {
  return ["partner", userId];
}
