import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { changeDisplay, display } from "../ui/display/display.ts";
import { openKeyHelp } from "../key-help/key-help.tsx";
import { openCommandPalette } from "../command-palette/command-palette.tsx";
import { linkedPages } from "./pages.ts";

const sequenceMs = 1_500;

/** The commands of pages by key, while they are mounted. */
const pageKeys = new Map<string, () => void>();

/** Gives a page a key of its own while it is mounted, for example the space bar for a pause. */
export function usePageKey(key: string, run: () => void, isEnabled = true): void {
  useEffect(() => {
    if (!isEnabled) return;
    pageKeys.set(key, run);
    return () => {
      if (pageKeys.get(key) === run) pageKeys.delete(key);
    };
  }, [key, run, isEnabled]);
}

/** Handles the keys of the frame. They are off while somebody types, and can be switched off. */
export function useKeys(): void {
  const navigate = useNavigate();
  useEffect(() => {
    let awaitsPage = 0;
    function onKey(event: KeyboardEvent): void {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
        event.preventDefault();
        openCommandPalette();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (!display.get().keys || isTyping(event.target)) return;
      if (awaitsPage > event.timeStamp - sequenceMs) {
        awaitsPage = 0;
        const page = linkedPages.find(({ key }) => key === event.key);
        if (page) void navigate({ to: page.to });
        return;
      }
      if (event.key === "g") {
        awaitsPage = event.timeStamp;
        return;
      }
      const command = pageKeys.get(event.key) ?? frameKeys.get(event.key);
      if (!command || (event.key === " " && isControl(event.target))) return;
      event.preventDefault();
      command();
    }
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [navigate]);
}

const frameKeys: ReadonlyMap<string, () => void> = new Map([
  ["/", openCommandPalette],
  ["?", openKeyHelp],
  ["[", () => changeDisplay({ narrowRail: !display.get().narrowRail })],
]);

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches("input:not([type=checkbox]), textarea, select") ||
      target.closest('[role="dialog"]') !== null)
  );
}

function isControl(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("button, a, summary, [role=tab], input");
}
