import { Link } from "@tanstack/react-router";
import { Download } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { session } from "../data/session/session.ts";
import type { MessageParameters } from "../data/rest/message-pages.ts";
import { useStore } from "../data/store.ts";
import { en } from "../text/en.ts";
import { lazyPart } from "../app/lazy-part.ts";

const ExportChoices = lazyPart(() => import("./export-choices.tsx"), "ExportChoices");

/** Leads to a file of all rows of a search. Only users can export. */
export function ExportButton({ parameters }: { parameters: MessageParameters }): ReactNode {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  const isSignedIn = Boolean(useStore(session)?.user);
  if (!isSignedIn) {
    const next = `${location.pathname}${location.search}`;
    return (
      <Link to="/sign-in" search={{ next }} className="button">
        <Icon of={Download} />
        {en.search.signInToExport}
      </Link>
    );
  }
  return (
    <>
      <Button
        ref={setAnchor}

        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <Icon of={Download} />
        {en.search.export}
      </Button>
      {isOpen && (
        <Suspense>
          <ExportChoices anchor={anchor} parameters={parameters} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
