import { type ReactNode, Suspense } from "react";
import { createStore, useStore } from "../data/store.ts";
import { lazyPart } from "../app/lazy-part.ts";

const KeyHelpDialog = lazyPart(() => import("./key-help-dialog.tsx"), "KeyHelpDialog");

const isOpen = createStore(false);

/** Shows the list of keys. */
export function openKeyHelp(): void {
  isOpen.set(true);
}

/** The list of keys, loaded when it is first opened. */
export function KeyHelp(): ReactNode {
  if (!useStore(isOpen)) return null;
  return (
    <Suspense>
      <KeyHelpDialog onClose={() => isOpen.set(false)} />
    </Suspense>
  );
}
