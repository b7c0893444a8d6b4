import { useRouterState } from "@tanstack/react-router";
import { Search } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { en } from "../../text/en.ts";
import { ConnectionLine } from "./connection-line.tsx";
import { openCommandPalette } from "../../command-palette/command-palette.tsx";
import { linkedPages } from "../pages.ts";

/** The bar at the top of a phone. On the pages that it names, it replaces their heading. */
export function TopBar(): ReactNode {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const page = linkedPages.find(({ to }) => (to === "/" ? path === "/" : path.startsWith(to)));
  const isNamed = page !== undefined && (path === page.to || page.group === "operate");
  return (
    <header className="top-bar" data-names-page={isNamed || undefined}>
      <span className="brand-mark" aria-hidden="true" />
      <span className="top-bar-title">{page?.name ?? en.frame.product}</span>
      <Button
        kind="plain"
        className="icon-button"
        onClick={openCommandPalette}
        aria-label={en.frame.commandPalette}
      >
        <Icon of={Search} />
      </Button>
      <ConnectionLine iconsOnly />
    </header>
  );
}
