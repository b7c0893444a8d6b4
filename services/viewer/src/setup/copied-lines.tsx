import type { ReactNode } from "react";
import { CopyButton } from "../ui/copy-button.tsx";

/** Lines of a shell or a file, ready to copy. */
export function CopiedLines({ text }: { text: string }): ReactNode {
  return (
    <div className="command">
      <pre tabIndex={0}>{text}</pre>
      <CopyButton text={text} />
    </div>
  );
}
