import { type ReactNode, useState } from "react";
import { Button } from "../ui/button.tsx";
import { UntrustedText } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { textSize } from "../text/numbers.ts";

const shownChars = 8_000;

/** A text from outside in full. Of a long one only the beginning is shown at first. */
export function LongText({ text }: { text: string }): ReactNode {
  const [showsAll, setShowsAll] = useState(false);
  const isCut = text.length > shownChars && !showsAll;
  return (
    <>
      <pre
        className={showsAll && text.length > shownChars ? "long-text long-text-all" : "long-text"}
      >
        <UntrustedText text={isCut ? text.slice(0, shownChars) : text} lines />
      </pre>
      {isCut && (
        <Button onClick={() => setShowsAll(true)}>
          {en.message.showAll(textSize(text.length))}
        </Button>
      )}
    </>
  );
}
