import { type ReactNode, Suspense } from "react";
import { lazyPart } from "../app/lazy-part.ts";
import { createStore, useStore } from "../data/store.ts";
import { stopCollecting, collectTyped } from "./typed-ahead.ts";

const JumpDialog = lazyPart(() => import("./jump-dialog.tsx"), "JumpDialog");

const isOpen = createStore(false);

/** Opens the box that leads to anything by its name or id. */
export function openJumpBox(): void {
  if (isOpen.get()) return;
  collectTyped(closeJumpBox);
  isOpen.set(true);
}

function closeJumpBox(): void {
  stopCollecting();
  isOpen.set(false);
}

/** The jump box, loaded when it is first opened. */
export function JumpBox(): ReactNode {
  if (!useStore(isOpen)) return null;
  return (
    <Suspense>
      <JumpDialog onClose={closeJumpBox} />
    </Suspense>
  );
}
