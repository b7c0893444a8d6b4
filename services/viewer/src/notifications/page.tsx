import type { Notification } from "@jetwire/protocol";
import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { NeedsUser } from "../app/needs-user.tsx";
import { PageTitle } from "../app/page-title.tsx";
import { count, hasDesktopNotices, setDesktopNotices } from "../data/notices.ts";
import { rest } from "../data/rest.ts";
import { useStore } from "../data/store.ts";
import { useAction } from "../data/use-action.ts";
import { useRestList } from "../data/use-rest-list.ts";
import { display } from "../look/display.ts";
import { LoadMore } from "../look/load-more.tsx";
import { Failure, QueryState } from "../look/query-state.tsx";
import { en } from "../words/en.ts";
import { dayOf } from "../words/time.ts";
import { NotificationRow } from "./notification-row.tsx";
import "./notifications.css";

const route = getRouteApi("/notifications");

/** The page of notifications, newest first, by day. */
export function NotificationsPage(): ReactNode {
  return (
    <NeedsUser title={en.notifications.title} purpose={en.notifications.purpose}>
      <Notifications />
    </NeedsUser>
  );
}

function Notifications(): ReactNode {
  const { unread, type: asked } = route.useSearch();
  const type =
    asked !== undefined && Object.hasOwn(en.notifications.types, asked) ? asked : undefined;
  const navigate = route.useNavigate();
  const queries = useQueryClient();
  const action = useAction();
  const list = useRestList<Notification>(
    ["notifications", unread === "1", type],
    (client, page, limits) => {
      const filter = { ...(unread === "1" && { unread: "true" }), ...(type && { type }) };
      return client.listNotifications({ ...filter, ...page }, limits);
    },
  );
  const shown = list.data ?? [];
  // Marking includes all older ones, of every type.
  const newest = type === undefined ? shown[0] : undefined;
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
                await queries.invalidateQueries({ queryKey: ["list", "notifications"] });
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
        <QueryState query={list} lines={6}>
          {() => (
            <>
              {list.isEnd && shown.length === 0 && (
                <p className="empty">
                  {unread === "1" ? en.notifications.emptyUnread : en.notifications.empty}
                </p>
              )}
              <Days notifications={shown} />
              {!list.isEnd && <LoadMore label={en.notifications.showMore} list={list} />}
              {list.isEnd && shown.length > 0 && <p className="quiet">{en.notifications.end}</p>}
            </>
          )}
        </QueryState>
      </div>
    </div>
  );
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
