import type { ListedStation } from "@jetwire/protocol";
import { Link, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { clock, coarseClock } from "../../data/clock.ts";
import { useStore } from "../../data/store.ts";
import { FollowedList } from "../../list/followed-list.tsx";
import { display } from "../../ui/display/display.ts";
import { en } from "../../text/en.ts";
import { count } from "../../text/numbers.ts";
import { shortTime } from "../../text/time.ts";
import { searchOfMissed } from "./missed-time.ts";
import { caughtUp, followOwnFeed, missedTime, ownRows } from "./own-feed.ts";

const newsMs = 60_000;

/** Every message of the user's stations, not sampled. */
export function DeskFeed({ stations }: { stations: readonly ListedStation[] }): ReactNode {
  const view = useStore(ownRows.view);
  const navigate = useNavigate();
  const scroller = useRef<HTMLDivElement>(null);
  const [isPaused, setPaused] = useState(false);
  useEffect(() => followOwnFeed(stations), [stations]);
  return (
    <section className="desk-feed" aria-labelledby="own-feed">
      <div className="page-head">
        <h2 id="own-feed">{en.desk.feed}</h2>
        <CaughtUp />
        <div className="page-commands">
          <Button
            aria-pressed={isPaused}
            onClick={() => {
              if (isPaused) ownRows.showWaiting();
              setPaused(!isPaused);
            }}
          >
            {isPaused
              ? view.waiting === 0
                ? en.desk.resume
                : en.desk.resumeNew(count(view.waiting))
              : en.desk.pause}
          </Button>
        </div>
      </div>
      <Missed stationIds={stations.map(({ id }) => id)} />
      <div className="desk-list">
        <FollowedList
          rows={ownRows}
          isPaused={isPaused}
          onOpen={(id) => void navigate({ to: "/messages/$id", params: { id } })}
          scroller={scroller}
          className="desk-scroller"
          label={en.desk.feed}
          empty={<p className="empty">{en.desk.feedEmpty}</p>}
        />
      </div>
    </section>
  );
}

function CaughtUp(): ReactNode {
  const news = useStore(caughtUp);
  const nowMs = useStore(clock);
  if (!news || news.replayed === 0 || nowMs - news.atMs > newsMs) return null;
  return (
    <p className="good" role="status">
      {en.desk.caughtUp(count(news.replayed))}
    </p>
  );
}

function Missed({ stationIds }: { stationIds: readonly number[] }): ReactNode {
  const missed = useStore(missedTime);
  const nowMs = useStore(coarseClock);
  const { zone } = useStore(display);
  if (!missed) return null;
  const [from, until] = [missed.fromMs, missed.untilMs].map((ms) =>
    shortTime(new Date(ms).toISOString(), zone, nowMs),
  );
  return (
    <p className="warn desk-missed" role="status">
      {en.desk.gap(from ?? "", until ?? "")}{" "}
      <Link to="/search" search={searchOfMissed(missed, stationIds)}>
        {en.desk.gapOpen}
      </Link>
      <Button onClick={() => missedTime.set(null)}>{en.desk.gapClose}</Button>
    </p>
  );
}
