import { type ReactNode, useEffect, useState } from "react";
import { Button } from "../look/button.tsx";
import { ForeignName } from "../words/foreign.tsx";
import { en } from "../words/en.ts";

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
        <ForeignName text={isReceived ? en.heard.nowReceived(ident) : en.heard.listening(ident)} />
      </p>
      {!isPolling && (
        <p>
          {en.heard.paused} <Button onClick={onCheck}>{en.heard.checkAgain}</Button>
        </p>
      )}
      {isLong && !isReceived && (
        <div>
          <h3>{en.heard.checklistTitle}</h3>
          <ol className="checklist">
            {en.heard.checklist.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ol>
        </div>
      )}
    </div>
  );
}
