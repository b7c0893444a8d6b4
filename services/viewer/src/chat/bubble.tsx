import type { ChatMessage } from "@jetwire/protocol";
import { Flag } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { Icon } from "../ui/icon.tsx";
import { coarseClock } from "../data/clock.ts";
import { useStore } from "../data/store.ts";
import { display } from "../ui/display/display.ts";
import { UntrustedText } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { fullTime, shortTime } from "../text/time.ts";
import { lazyPart } from "../app/lazy-part.ts";
import { Button } from "../ui/button.tsx";

const ReportDialog = lazyPart(() => import("./report-dialog.tsx"), "ReportDialog");

/** One chat message. Its text is text: addresses in it are not links. */
export function Bubble({
  message,
  isOwn,
  isRead,
}: {
  message: ChatMessage;
  isOwn: boolean;
  isRead: boolean;
}): ReactNode {
  const { zone } = useStore(display);
  const nowMs = useStore(coarseClock);
  const [isReporting, setReporting] = useState(false);
  return (
    <div className="bubble" data-own={isOwn || undefined}>
      <p className="bubble-text">
        <UntrustedText text={message.body} lines />
      </p>
      <p className="bubble-foot quiet small">
        <time dateTime={message.createdAt} title={fullTime(message.createdAt, zone)}>
          {shortTime(message.createdAt, zone, nowMs)}
        </time>
        {isRead && <span>{en.chat.read}</span>}
        {!isOwn && (
          <Button
            kind="bare"
            className="bubble-report"
            aria-label={en.chat.reportAsk}
            title={en.chat.report}
            onClick={() => setReporting(true)}
          >
            <Icon of={Flag} size={14} />
          </Button>
        )}
      </p>
      {isReporting && (
        <Suspense>
          <ReportDialog messageId={message.id} onClose={() => setReporting(false)} />
        </Suspense>
      )}
    </div>
  );
}
