import { Link } from "@tanstack/react-router";
import { Ellipsis } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { Icon } from "../../ui/icon.tsx";
import { session } from "../../data/session/session.ts";
import { useStore } from "../../data/store.ts";
import { en } from "../../text/en.ts";
import { bottomPages } from "../pages.ts";
import { lazyPart } from "../lazy-part.ts";
import { Button } from "../../ui/button.tsx";

const MoreSheet = lazyPart(() => import("./more-sheet.tsx"), "MoreSheet");

/** The navigation at the bottom of a phone. */
export function BottomBar(): ReactNode {
  const isSignedIn = useStore(session)?.user != null;
  const [isOpen, setOpen] = useState(false);
  return (
    <nav className="bottom-bar" aria-label={en.frame.pages}>
      {bottomPages(isSignedIn).map(({ to, name, shortName, icon }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: to === "/", includeSearch: false }}
          activeProps={{ "aria-current": "page" }}
        >
          <Icon of={icon} size={20} />
          {shortName ?? name}
        </Link>
      ))}
      <Button kind="bare" aria-expanded={isOpen} onClick={() => setOpen(true)}>
        <Icon of={Ellipsis} size={20} />
        {en.frame.more}
      </Button>
      {isOpen && (
        <Suspense>
          <MoreSheet onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </nav>
  );
}
