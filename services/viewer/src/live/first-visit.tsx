import { X } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { liveView } from "./live-feed.ts";
import { useStore } from "../data/store.ts";
import { en } from "../words/en.ts";

const Explanation = lazy(async () => ({
  default: (await import("./explanation.tsx")).Explanation,
}));

const storageKey = "jetwire-introduced";

/** One line for those who see the page for the first time, until they close it. */
export function FirstVisit(): ReactNode {
  const [isShown, setShown] = useState(() => !wasDismissed());
  const [isExplaining, setExplaining] = useState(false);
  const { rows } = useStore(liveView);
  if (!isShown) return null;
  const isDemo =
    rows.length > 0 &&
    rows.every(({ message }) => message.station?.ident.startsWith("SIM") === true);
  return (
    <div className="first-visit">
      <p>
        {isDemo ? en.live.demo : en.live.firstVisitUncounted}{" "}
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
