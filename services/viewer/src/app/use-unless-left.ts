import { useMatch, useRouter } from "@tanstack/react-router";
import { useCallback } from "react";

type Navigate = (options: never) => Promise<void>;

/**
 * Returns the given function that changes the address, except that it does nothing once the user has left the page. For
 * changes that come late, by a timer or after an answer: a page that is left stays until the code of the next one has
 * come, and such a change would take the user back.
 *
 * @param navigate the result of `useNavigate`
 */
export function useUnlessLeft<Change extends Navigate>(navigate: Change): Change {
  const router = useRouter();
  const own = useMatch({ strict: false, select: ({ id }) => id });
  const unlessLeft = useCallback(
    async (options: never) => {
      const shown = router.matchRoutes(router.latestLocation.pathname).at(-1);
      if (shown?.id === own) await navigate(options);
    },
    [router, own, navigate],
  );
  return unlessLeft as Change;
}
