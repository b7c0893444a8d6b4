import { getRouteApi } from "@tanstack/react-router";
import { type ReactNode, Suspense, useCallback, useMemo, useState } from "react";
import { Checkbox } from "../form/field.tsx";
import { PageTitle } from "../app/page-title.tsx";
import { useUnlessLeft } from "../app/use-unless-left.ts";
import { AlertLink } from "../entity/alert-link.tsx";
import { hasAlertFilter } from "../entity/alert-fields.ts";
import { ApiRequestButton } from "../api-request/api-request-button.tsx";
import { clock } from "../data/clock.ts";
import { useMessagePages } from "../data/rest/message-pages.ts";
import { readProblem } from "../data/rest/problem.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { FilterBar } from "../filters/filter-bar.tsx";
import { definedOf, filtersOf, shownFilters } from "../filters/query.ts";
import { en } from "../text/en.ts";
import { EmptySearch } from "./empty-search.tsx";
import { ExportButton } from "./export-button.tsx";
import { parametersOf, searchOf } from "./parameters.ts";
import { Results } from "./results.tsx";
import { SearchBox } from "./search-box.tsx";
import { SearchStatus } from "./search-status.tsx";
import { TimeRangeControl } from "./time-range-control.tsx";
import { usualRange } from "./time-range.ts";
import { lazyPart } from "../app/lazy-part.ts";
import "./search.css";

const MessagePanel = lazyPart(() => import("../message/panel.tsx"), "MessagePanel");

const route = getRouteApi("/search");
const include = "station,airframe,flight,receptions";

/** The page that searches all stored messages. */
export function SearchPage(): ReactNode {
  const query = definedOf(route.useSearch());
  const { change, open } = useSearchAddress();
  const search = searchOf(filtersOf(query), query);
  const { sent, run } = useRun(JSON.stringify(search));
  const pages = useMessagePages({ ...sent, include });
  const { q = "", ...others } = search.filters;
  const changeText = useCallback((text: string) => change({ q: text }), [change]);
  const names = shownFilters(search.filters);
  const openId = query["m"];
  return (
    <div className="page list-page">
      <div className="page-head">
        <PageTitle
          text={en.search.title}
          tab={names === "" ? en.search.title : en.search.tab(names)}
        />
        <SearchBox
          text={q}
          onChange={changeText}
          onRun={(text) => {
            if (text === q) run();
            else change({ q: text });
          }}
        />
        <TimeRangeControl
          range={search}
          onChange={({ since, until }) =>
            change({ since: since === usualRange ? undefined : since, until })
          }
        />
        <div className="page-commands search-commands">
          {hasAlertFilter(search.filters) && <AlertLink filter={definedOf(search.filters)} />}
          <ExportButton parameters={sent} />
          <CopyButton text={location.href} label={en.message.copyLink} />
          <ApiRequestButton
            request={{ method: "listMessages", path: "/v1/messages", query: sent }}
          />
        </div>
      </div>
      <div className="search-filters">
        <FilterBar
          filters={others}
          reasons={pages.error ? readProblem(pages.error).fields : undefined}
          onChange={(next) => change({ ...cleared(others), ...next })}
        />
        <Checkbox
          className="search-grouping"
          label={en.search.grouped}
          checked={search.isGrouped}
          onCheck={(checked) => change({ first: checked ? undefined : "0" })}
        />
      </div>
      <SearchStatus pages={pages} />
      <div className="list-page-body">
        <div className="list-page-list">
          <Results
            pages={pages}
            openId={openId}
            onOpen={open}
            empty={
              <EmptySearch
                search={search}
                onLonger={(since) => change({ since })}
                onClear={() => change(cleared(search.filters))}
              />
            }
          />
        </div>
        {openId !== undefined && (
          <Suspense>
            <MessagePanel id={openId} onClose={() => open(undefined)} />
          </Suspense>
        )}
      </div>
    </div>
  );
}

/** Fixes the times of a search when it is run: a relative time counts from then, for all its pages. */
function useRun(searchText: string) {
  const [runAtMs, setRunAtMs] = useState(() => clock.get());
  const sent = useMemo(
    () => parametersOf(JSON.parse(searchText), Math.max(runAtMs, clock.get())),
    [searchText, runAtMs],
  );
  return { sent, run: () => setRunAtMs(Date.now()) };
}

type Change = Readonly<Record<string, string | undefined>>;

/** Changes the address: what is searched, and which message is open. */
function useSearchAddress() {
  const navigate = useUnlessLeft(route.useNavigate());
  const change = useCallback(
    (next: Change) => void navigate({ search: (all) => ({ ...all, ...next }), replace: true }),
    [navigate],
  );
  const open = useCallback(
    (id: string | undefined) =>
      void navigate({
        search: (all) => ({ ...all, m: id }),
        resetScroll: false,
        replace: id !== undefined && new URLSearchParams(location.search).has("m"),
      }),
    [navigate],
  );
  return { change, open };
}

function cleared(filters: object): Change {
  return Object.fromEntries(Object.keys(filters).map((name) => [name, undefined]));
}
