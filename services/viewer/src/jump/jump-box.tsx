import { lazy, type ReactNode, Suspense } from "react";
import { createStore, useStore } from "../data/store.ts";

const JumpDialog = lazy(async () => ({ default: (await import("./jump-dialog.tsx")).JumpDialog }));

const isOpen = createStore(false);

/** Opens the box that leads to anything by its name or id. */
export function openJumpBox(): void {
  isOpen.set(true);
}

/** The jump box, loaded when it is first opened. */
export function JumpBox(): ReactNode {
  if (!useStore(isOpen)) return null;
  return (
    <Suspense>
      <JumpDialog onClose={() => isOpen.set(false)} />
    </Suspense>
  );
}
