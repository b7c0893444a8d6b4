import { X } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { useRest } from "../data/rest/use-rest.ts";
import { en } from "../text/en.ts";
import { lazyPart } from "../app/lazy-part.ts";
import { firstLineOf, type StationsOnline } from "./first-line.ts";

const Explanation = lazyPart(() => import("./explanation.tsx"), "Explanation");

const itemsMax = 500;
const staleMs = 300_000;
const storageKey = "jetwire-introduced";

/** One line for those who see the page for the first time, until they close it. */
export function FirstVisit(): ReactNode {
  const [isShown, setShown] = useState(() => !wasDismissed());
  const [isExplaining, setExplaining] = useState(false);
  const { data: stations } = useStations(isShown);
  if (!isShown) return null;
  return (
    <div className="first-visit">
      <p>
        {firstLineOf(stations)}{" "}
        <Button kind="bare" className="link" onClick={() => setExplaining(true)}>
          {en.live.whatIsThis}
        </Button>
      </p>
      <Button
        kind="plain"
        className="icon-button"
        aria-label={en.live.dismiss}
        onClick={() => {
          dismiss();
          setShown(false);
        }}
      >
        <Icon of={X} />
      </Button>
      {isExplaining && (
        <Suspense>
          <Explanation onClose={() => setExplaining(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** Counts stations that are online. */
function useStations(isEnabled: boolean) {
  return useRest(
    ["stations online"],
    async (rest, signal): Promise<StationsOnline> => {
      const found = { real: 0, simulated: 0 };
      const input = { online: "true" } as const;
      for await (const { simulated } of rest.listStations(input, { signal, itemsMax })) {
        found[simulated ? "simulated" : "real"]++;
      }
      return { ...found, hasMore: found.real + found.simulated >= itemsMax };
    },
    { isEnabled, staleMs },
  );
}

function wasDismissed(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null;
  } catch {
    return false;
  }
}

function dismiss(): void {
  try {
    localStorage.setItem(storageKey, "1");
  } catch {
    // It is shown again at the next visit.
  }
}
