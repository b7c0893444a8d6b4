import type { ReactNode } from "react";
import { Dialog } from "../ui/dialog.tsx";
import { en } from "../text/en.ts";

/** Explains what the page of live messages shows. */
export function Explanation({ onClose }: { onClose: () => void }): ReactNode {
  const { explain } = en.live;
  return (
    <Dialog title={explain.title} onClose={onClose}>
      <section>
        <h2>{explain.links}</h2>
        <p>{explain.linksText}</p>
      </section>
      <section>
        <h2>{explain.words}</h2>
        <p>{explain.wordsText}</p>
      </section>
      <section>
        <h2>{explain.sample}</h2>
        <p>{explain.sampleText}</p>
      </section>
    </Dialog>
  );
}
