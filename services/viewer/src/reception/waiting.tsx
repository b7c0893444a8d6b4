import { type ReactNode, useEffect, useState } from "react";
import { Button } from "../ui/button.tsx";
import { UntrustedName } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";

const checklistMs = 60_000;

/** Waits for the first message of a station: the line turns green with it. */
export function Waiting({
  ident,
  isReceived,
  isPolling,
  onCheck,
}: {
  ident: string;
  isReceived: boolean;
  isPolling: boolean;
  onCheck: () => void;
}): ReactNode {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), checklistMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="waiting" data-received={isReceived || undefined}>
      <p role="status">
        <span aria-hidden="true">{isReceived ? "● " : "○ "}</span>
        <UntrustedName
          text={isReceived ? en.reception.nowReceived(ident) : en.reception.listening(ident)}
        />
      </p>
      {!isPolling && (
        <p>
          {en.reception.paused} <Button onClick={onCheck}>{en.reception.checkAgain}</Button>
        </p>
      )}
      {isLong && !isReceived && (
        <div>
          <h3>{en.reception.checklistTitle}</h3>
          <ol className="checklist">
            {en.reception.checklist.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ol>
        </div>
      )}
    </div>
  );
}
