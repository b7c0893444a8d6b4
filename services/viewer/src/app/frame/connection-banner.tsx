import { useRouterState } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { clock } from "../../data/clock.ts";
import { outage } from "../../data/live/outage.ts";
import { overHttp } from "../../data/live/over-http.ts";
import { connection, reconnectNow } from "../../data/live/realtime.ts";
import { useStore } from "../../data/store.ts";
import { en } from "../../text/en.ts";
import { type PartWait, partWait, retryParts } from "../lazy-part.ts";

const restartMs = 15_000;
const backMs = 4_000;

/**
 * Says that the connection was lost, when the next attempt is, and for a moment that it is back. It says
 * nothing at the first connection.
 */
export function ConnectionBanner(): ReactNode {
  const wait = useStore(partWait);
  return wait === null ? <ConnectionState /> : <PartBanner wait={wait} />;
}

/** Says why what the reader has opened is not shown yet. */
function PartBanner({ wait }: { wait: PartWait }): ReactNode {
  if (wait === "outdated") {
    return (
      <Banner kind="warn" text={en.states.partOutdated}>
        <Button onClick={() => location.reload()}>{en.states.reload}</Button>
      </Banner>
    );
  }
  return (
    <Banner kind="warn" text={en.states.partOffline}>
      <Button onClick={retryParts}>{en.states.tryNow}</Button>
    </Banner>
  );
}

function ConnectionState(): ReactNode {
  const status = useStore(connection);
  const nowMs = useStore(clock);
  const latest = useStore(outage);
  const isOverHttp = useStore(overHttp) === "open";
  const isLive = useRouterState({ select: ({ location }) => location.pathname === "/" });
  if (status.state === "ended" && status.cause !== "closed") {
    return (
      <Banner kind="bad" text={en.states.refused(status.reason)}>
        <RetryButton />
      </Banner>
    );
  }
  if (isOverHttp) {
    return (
      <Banner kind="quiet" text={en.states.overHttp}>
        <RetryButton />
      </Banner>
    );
  }
  if (!latest) return null;
  const { sinceMs, isClean, retryAtMs, endedMs } = latest;
  if (endedMs !== null) {
    if (nowMs - endedMs > backMs) return null;
    const seconds = Math.max(1, Math.round((endedMs - sinceMs) / 1_000));
    const text = isLive ? en.states.backLive(seconds) : en.states.back;
    return <Banner kind="good" text={text} />;
  }
  if (!navigator.onLine) return <Banner kind="warn" text={en.states.noNetwork} />;
  if (isClean && nowMs - sinceMs < restartMs) {
    return <Banner kind="quiet" text={en.states.restarting} />;
  }
  const wait = retryAtMs === null ? null : Math.max(0, Math.ceil((retryAtMs - nowMs) / 1_000));
  return (
    <Banner kind="warn" text={en.states.lost(wait)}>
      <RetryButton />
    </Banner>
  );
}

function RetryButton(): ReactNode {
  return <Button onClick={reconnectNow}>{en.states.tryNow}</Button>;
}

function Banner({
  kind,
  text,
  children,
}: {
  kind: "quiet" | "warn" | "good" | "bad";
  text: string;
  children?: ReactNode;
}): ReactNode {
  return (
    <div className="banner" data-kind={kind} role="status">
      <p>{text}</p>
      {children}
    </div>
  );
}
