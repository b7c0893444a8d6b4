import { QueryClient } from "@tanstack/react-query";

/** The cache of what REST has answered. The client retries by itself, so nothing is retried here. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 0, gcTime: 600_000, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
});
