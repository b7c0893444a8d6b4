import type { Notification } from "@jetwire/protocol";
import { getRouteApi } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { Button } from "../ui/button.tsx";
import { NeedsUser } from "../app/needs-user.tsx";
import { PageTitle } from "../app/page-title.tsx";
import { countUnread, hasDesktopNotices, setDesktopNotices } from "../data/live/notices.ts";
import { useStore } from "../data/store.ts";
import { useCommand } from "../data/rest/use-command.ts";
import { Checkbox, optionsOf, Select } from "../form/field.tsx";
import { useRestList } from "../data/rest/use-rest-list.ts";
import { display } from "../ui/display/display.ts";
import { LoadMore } from "../ui/query-state/load-more.tsx";
import { QueryState } from "../ui/query-state/query-state.tsx";
import { CommandFailure } from "../sign-in/command-failure.tsx";
import { en } from "../text/en.ts";
import { dayOf } from "../text/time.ts";
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
  const { unread, type: requestedType } = route.useSearch();
  const type =
    requestedType !== undefined && Object.hasOwn(en.notifications.types, requestedType)
      ? requestedType
      : undefined;
  const navigate = route.useNavigate();
  const markAll = useCommand(
    (client, until: string) => client.readNotifications({ body: { until } }),
    { keys: [["list", "notifications"]], onDone: countUnread },
  );
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
        <Checkbox
          label={en.notifications.unreadOnly}
          checked={unread === "1"}
          onCheck={(checked) =>
            void navigate({
              search: (now) => ({ ...now, unread: checked ? "1" : undefined }),
              replace: true,
            })
          }
        />
        <Select
          label={en.notifications.type}
          labelled="beside"
          value={type ?? ""}
          onText={(chosen) =>
            void navigate({
              search: (now) => ({ ...now, type: chosen || undefined }),
              replace: true,
            })
          }
          options={[
            { value: "", text: en.notifications.all },
            ...optionsOf(en.notifications.types),
          ]}
        />
        <div className="page-commands">
          <Button
            disabled={newest === undefined || markAll.isRunning}
            onClick={() => newest && markAll.run(newest.id)}
          >
            {en.notifications.markAll}
          </Button>
        </div>
      </div>
      <div className="page-body">
        <DesktopSwitch />
        <CommandFailure command={markAll} />
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
      <Checkbox
        label={en.notifications.desktop}
        checked={isOn}
        onCheck={(checked) => {
          void setDesktopNotices(checked).then((allowed) => {
            setOn(allowed);
            setRefused(checked && !allowed);
            return allowed;
          });
        }}
      />
      {isRefused && <p className="warn small">{en.notifications.desktopRefused}</p>}
    </div>
  );
}
