import { type ReactNode, Suspense } from "react";
import { lazyPart } from "../app/lazy-part.ts";
import { createStore, useStore } from "../data/store.ts";
import { stopCollecting, collectTyped } from "./typed-ahead.ts";

const PaletteDialog = lazyPart(() => import("./palette-dialog.tsx"), "PaletteDialog");

const isOpen = createStore(false);

/** Opens the box that leads to anything by its name or id. */
export function openCommandPalette(): void {
  if (isOpen.get()) return;
  collectTyped(closeCommandPalette);
  isOpen.set(true);
}

function closeCommandPalette(): void {
  stopCollecting();
  isOpen.set(false);
}

/** The command palette, loaded when it is first opened. */
export function CommandPalette(): ReactNode {
  if (!useStore(isOpen)) return null;
  return (
    <Suspense>
      <PaletteDialog onClose={closeCommandPalette} />
    </Suspense>
  );
}
