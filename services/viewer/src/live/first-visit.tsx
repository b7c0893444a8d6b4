import { X } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { useRest } from "../data/use-rest.ts";
import { en } from "../words/en.ts";
import { lazyPart } from "../app/lazy-part.ts";

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
        <button type="button" className="link" onClick={() => setExplaining(true)}>
          {en.live.whatIsThis}
        </button>
      </p>
      <button
        type="button"
        className="button button-plain icon-button"
        aria-label={en.live.dismiss}
        onClick={() => {
          dismiss();
          setShown(false);
        }}
      >
        <X size={16} strokeWidth={1.75} aria-hidden="true" />
      </button>
      {isExplaining && (
        <Suspense>
          <Explanation onClose={() => setExplaining(false)} />
        </Suspense>
      )}
    </div>
  );
}

interface Stations {
  readonly count: number;
  /** Whether there are more than were counted. */
  readonly hasMore: boolean;
  readonly areSimulated: boolean;
}

/** Counts stations that are online, and tells whether all are simulated. */
function useStations(isEnabled: boolean) {
  return useRest(
    ["stations online"],
    async (rest, signal): Promise<Stations> => {
      const found: boolean[] = [];
      const input = { online: "true" } as const;
      for await (const { simulated } of rest.listStations(input, { signal, itemsMax })) {
        found.push(simulated);
      }
      return {
        count: found.length,
        hasMore: found.length >= itemsMax,
        areSimulated: found.length > 0 && found.every((isSimulated) => isSimulated),
      };
    },
    { isEnabled, staleMs },
  );
}

function firstLineOf(stations: Stations | undefined): string {
  if (!stations || stations.count === 0 || stations.hasMore) return en.live.firstVisitUncounted;
  return stations.areSimulated ? en.live.demo : en.live.firstVisit(stations.count);
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
