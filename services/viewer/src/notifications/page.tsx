import type { Notification } from "@jetwire/protocol";
import { type InfiniteData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { NeedsUser } from "../app/needs-user.tsx";
import { PageTitle } from "../app/page-title.tsx";
import { count, hasDesktopNotices, setDesktopNotices } from "../data/notices.ts";
import { rest } from "../data/rest.ts";
import { useStore } from "../data/store.ts";
import { useAction } from "../data/use-action.ts";
import { display } from "../look/display.ts";
import { Failure, Skeleton } from "../look/query-state.tsx";
import { useNearEnd } from "../look/use-near-end.ts";
import { en } from "../words/en.ts";
import { dayOf } from "../words/time.ts";
import { NotificationRow } from "./notification-row.tsx";
import "./notifications.css";

const route = getRouteApi("/notifications");
const pageRows = 100;

/** The page of notifications, newest first, by day. */
export function NotificationsPage(): ReactNode {
  return (
    <NeedsUser title={en.notifications.title} purpose={en.notifications.purpose}>
      <Notifications />
    </NeedsUser>
  );
}

function Notifications(): ReactNode {
  const { unread, type } = route.useSearch();
  const navigate = route.useNavigate();
  const queries = useQueryClient();
  const action = useAction();
  const query = useInfiniteQuery({
    queryKey: ["notifications", unread === "1"],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const client = await rest();
      const input = {
        ...(unread === "1" && { unread: "true" }),
        ...(pageParam !== undefined && { before: pageParam }),
      };
      return await Array.fromAsync(client.listNotifications(input, { itemsMax: pageRows, signal }));
    },
    getNextPageParam: (last) => (last.length < pageRows ? undefined : last.at(-1)?.id),
  });
  const end = useNearEnd(() => {
    if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
  });
  const all = itemsOf(query.data);
  const shown = type === undefined ? all : all.filter((one) => one.type === type);
  const newest = all[0];
  return (
    <div className="page">
      <div className="page-head">
        <PageTitle text={en.notifications.title} />
        <label className="check-line">
          <input
            type="checkbox"
            className="check"
            checked={unread === "1"}
            onChange={(event) =>
              void navigate({
                search: (now) => ({ ...now, unread: event.target.checked ? "1" : undefined }),
                replace: true,
              })
            }
          />
          {en.notifications.unreadOnly}
        </label>
        <label className="check-line">
          {en.notifications.type}
          <select
            className="select"
            value={type ?? ""}
            onChange={(event) =>
              void navigate({
                search: (now) => ({ ...now, type: event.target.value || undefined }),
                replace: true,
              })
            }
          >
            <option value="">{en.notifications.all}</option>
            {Object.entries(en.notifications.types).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </label>
        <div className="page-commands">
          <button
            type="button"
            className="button"
            disabled={newest === undefined || action.isRunning}
            onClick={() =>
              void action.run(async () => {
                if (!newest) return;
                await (await rest()).readNotifications({ body: { until: newest.id } });
                await queries.invalidateQueries({ queryKey: ["notifications"] });
                await count();
              })
            }
          >
            {en.notifications.markAll}
          </button>
        </div>
      </div>
      <div className="page-body">
        <DesktopSwitch />
        {action.error && <Failure error={action.error} />}
        {query.error && <Failure error={query.error} onRetry={() => void query.refetch()} />}
        {query.isPending && <Skeleton lines={6} />}
        {query.isSuccess && shown.length === 0 && (
          <p className="empty">
            {unread === "1" ? en.notifications.emptyUnread : en.notifications.empty}
          </p>
        )}
        <Days notifications={shown} />
        <div ref={end} />
        {query.isSuccess && !query.hasNextPage && shown.length > 0 && (
          <p className="quiet">{en.notifications.end}</p>
        )}
      </div>
    </div>
  );
}

function itemsOf(data: InfiniteData<Notification[]> | undefined): Notification[] {
  return data?.pages.flat() ?? [];
}

function Days({ notifications }: { notifications: readonly Notification[] }): ReactNode {
  const { zone } = useStore(display);
  const days = Map.groupBy(notifications, ({ createdAt }) => dayOf(createdAt, zone));
  return [...days].map(([day, ofDay]) => (
    <section key={day} aria-label={day}>
      <h2 className="notification-day">{day}</h2>
      <ul>
        {ofDay.map((notification) => (
          <NotificationRow key={notification.id} notification={notification} />
        ))}
      </ul>
    </section>
  ));
}

function DesktopSwitch(): ReactNode {
  const [isOn, setOn] = useState(hasDesktopNotices);
  const [isRefused, setRefused] = useState(false);
  if (!("Notification" in globalThis)) return null;
  return (
    <div>
      <label className="check-line">
        <input
          type="checkbox"
          className="check"
          checked={isOn}
          onChange={(event) => {
            const asked = event.target.checked;
            void setDesktopNotices(asked).then((allowed) => {
              setOn(allowed);
              setRefused(asked && !allowed);
              return allowed;
            });
          }}
        />
        {en.notifications.desktop}
      </label>
      {isRefused && <p className="warn small">{en.notifications.desktopRefused}</p>}
    </div>
  );
}
