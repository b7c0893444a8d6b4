import { getRouteApi, Link } from "@tanstack/react-router";
import { Pause, Play } from "lucide-react";
import { type ReactNode, Suspense, useCallback, useRef, useState } from "react";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { usePageKey } from "../app/keys.ts";
import { PageTitle } from "../app/page-title.tsx";
import { clock } from "../data/clock.ts";
import { hasAlertFilter } from "../entity/alert-fields.ts";
import { AlertLink } from "../entity/alert-link.tsx";
import { filterStartsAt, sniffStats } from "../data/live/sniff.ts";
import { useStore } from "../data/store.ts";
import { FilterBar } from "../filters/filter-bar.tsx";
import { definedOf, type Filters, filtersOf } from "../filters/query.ts";
import { FollowedList } from "../list/followed-list.tsx";
import { count, rate } from "../text/numbers.ts";
import { en } from "../text/en.ts";
import { FirstVisit } from "./first-visit.tsx";
import { DayStream } from "./day-stream.tsx";
import { isInBackground, liveRows } from "./live-feed.ts";
import { TruthLine } from "./truth-line.tsx";
import { useLiveFilter } from "./use-live-filter.ts";
import { lazyPart } from "../app/lazy-part.ts";
import "./live.css";

const MessagePanel = lazyPart(() => import("../message/panel.tsx"), "MessagePanel");

const route = getRouteApi("/");

/** The page of live messages: the sampled firehose, newest on top. */
export function LivePage(): ReactNode {
  const query = route.useSearch();
  const navigate = route.useNavigate();
  const view = useStore(liveRows.view);
  const scroller = useRef<HTMLDivElement>(null);
  const [isPaused, setPaused] = useState(false);
  const filters = filtersOf(definedOf(query));
  const hidesTests = query["tests"] !== "1";
  const { reasons, refusal } = useLiveFilter(filters, hidesTests);

  const toggle = useCallback(() => {
    setPaused((was) => {
      if (was) liveRows.showWaiting();
      return !was;
    });
  }, []);
  usePageKey(" ", toggle);

  const change = useCallback(
    (next: Filters) => {
      const rest = Object.fromEntries(
        Object.entries(query).filter(([name]) => ["m", "tests"].includes(name)),
      );
      void navigate({ search: { ...rest, ...next }, replace: true });
    },
    [navigate, query],
  );
  const open = useCallback(
    (id: string | undefined) =>
      void navigate({
        search: (all) => ({ ...all, m: id }),
        resetScroll: false,
        // Back closes the panel, however many messages were opened in it.
        replace: query["m"] !== undefined && id !== undefined,
      }),
    [navigate, query],
  );
  const close = useCallback(() => open(undefined), [open]);

  return (
    <div className="page list-page">
      <div className="page-head">
        <PageTitle text={en.live.title} />
        <FilterBar filters={filters} reasons={reasons} onChange={change} />
        <div className="page-commands">
          {hasAlertFilter(filters) && <AlertLink filter={definedOf(filters)} />}
          <TestsButton
            hidesTests={hidesTests}
            onChange={(hides) =>
              void navigate({
                search: (all) => ({ ...all, tests: hides ? undefined : "1" }),
                replace: true,
              })
            }
          />
          <Button aria-pressed={isPaused} onClick={toggle}>
            {isPaused ? <Icon of={Play} /> : <Icon of={Pause} />}
            {isPaused ? resumeText(view.waiting) : en.live.pause}
          </Button>
        </div>
      </div>
      <FirstVisit />
      <TruthLine filters={filters} hidesTests={hidesTests} />
      <DayStream />
      <Notices notKept={view.notKept} refusal={refusal} />
      <div className="list-page-body">
        <div className="list-page-list">
          <FollowedList
            rows={liveRows}
            isPaused={isPaused}
            openId={query["m"]}
            onOpen={open}
            scroller={scroller}
            className="list-page-scroller"
            label={en.list.messages}
            fillsPage
            empty={<Empty hasFilter={Object.keys(filters).length > 0} onClear={() => change({})} />}
          />
        </div>
        {query["m"] !== undefined && (
          <Suspense>
            <MessagePanel id={query["m"]} onClose={close} />
          </Suspense>
        )}
      </div>
    </div>
  );
}

function TestsButton({
  hidesTests,
  onChange,
}: {
  hidesTests: boolean;
  onChange: (hides: boolean) => void;
}): ReactNode {
  return (
    <Button aria-pressed={hidesTests} onClick={() => onChange(!hidesTests)}>
      {en.live.hideLinkTests}
    </Button>
  );
}

interface NoticesProps {
  readonly notKept: number;
  /** The server's sentence if it refused the subscription. */
  readonly refusal: string | null;
}

function Notices({ notKept, refusal }: NoticesProps): ReactNode {
  const startsAt = useStore(filterStartsAt);
  const nowMs = useStore(clock);
  const isAway = useStore(isInBackground);
  return (
    <div className="notices" aria-live="polite">
      {refusal !== null && <p className="bad">{refusal}</p>}
      {startsAt !== null && (
        <p>{en.live.filterStarts(Math.max(1, Math.ceil((startsAt - nowMs) / 1_000)))}</p>
      )}
      {isAway && <p>{en.states.background}</p>}
      {notKept > 0 && <p>{en.live.notKept(count(notKept))}</p>}
    </div>
  );
}

function Empty({ hasFilter, onClear }: { hasFilter: boolean; onClear: () => void }): ReactNode {
  const figures = useStore(sniffStats);
  if (!hasFilter) return <p className="empty">{en.live.waitingFirst}</p>;
  const perSecond = figures ? rate(figures.stats.seen / 10) : "–";
  return (
    <div className="empty">
      <p>{en.live.noMatch(perSecond)}</p>
      <Button onClick={onClear}>{en.live.clearFilter}</Button>
      <Link to="/search" search={(all) => all}>
        {en.live.openSearch}
      </Link>
    </div>
  );
}

function resumeText(waiting: number): string {
  return waiting === 0 ? en.live.resume : en.live.resumeNew(count(waiting));
}
