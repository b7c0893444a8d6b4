import { Outlet, useRouterState } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { useMediaQuery } from "../../ui/media-query.ts";
import { useStore } from "../../data/store.ts";
import { display } from "../../ui/display/display.ts";
import { en } from "../../text/en.ts";
import { AnnouncementLines } from "./announcement-lines.tsx";
import { BottomBar } from "./bottom-bar.tsx";
import { ConnectionBanner } from "./connection-banner.tsx";
import { CommandPalette } from "../../command-palette/command-palette.tsx";
import { KeyHelp } from "../../key-help/key-help.tsx";
import { SetupLine } from "./setup-line.tsx";
import { Rail } from "./rail.tsx";
import { useKeys } from "../keys.ts";
import { TopBar } from "./top-bar.tsx";
import "./frame.css";
import "../page.css";
import "./bars.css";

/** The frame around every page: rail or bars, the connection, the command palette. */
export function Frame(): ReactNode {
  const isPhone = useMediaQuery("(max-width: 767px)");
  const isNarrow = useMediaQuery("(max-width: 1023px)");
  const { narrowRail } = useStore(display);
  useKeys();
  useFocusOnNavigation();
  return (
    <div
      className="frame"
      data-frame={isPhone ? "phone" : isNarrow || narrowRail ? "icons" : "wide"}
    >
      <a className="skip" href="#content">
        {en.frame.skip}
      </a>
      {isPhone ? <TopBar /> : <Rail iconsOnly={isNarrow || narrowRail} canWiden={!isNarrow} />}
      <div className="frame-main">
        <ConnectionBanner />
        <SetupLine />
        <AnnouncementLines />
        <main id="content" tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      {isPhone && <BottomBar />}
      <CommandPalette />
      <KeyHelp />
    </div>
  );
}

/** Moves the focus to the page's heading when another page opens, but not at the first. */
function useFocusOnNavigation(): void {
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const first = useRef(true);
  useEffect(() => {
    if (path === undefined) return;
    if (first.current) {
      first.current = false;
      return;
    }
    document.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
  }, [path]);
}
