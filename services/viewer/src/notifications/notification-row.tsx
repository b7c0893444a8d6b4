import type { Notification } from "@jetwire/protocol";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { count } from "../data/notices.ts";
import { rest } from "../data/rest.ts";
import { useStore } from "../data/store.ts";
import { useAction } from "../data/use-action.ts";
import { display } from "../look/display.ts";
import { Failure } from "../look/query-state.tsx";
import { Foreign } from "../words/foreign.tsx";
import { en } from "../words/en.ts";
import { clockTime, fullTime } from "../words/time.ts";
import { notificationPath } from "./notification-link.ts";

/** One notification. Following its link marks it as read. */
export function NotificationRow({ notification }: { notification: Notification }): ReactNode {
  const { id, type, title, body, createdAt, readAt } = notification;
  const { zone } = useStore(display);
  const queries = useQueryClient();
  const action = useAction();
  const path = notificationPath(notification);
  const isUnread = readAt === null;
  function read(): void {
    if (!isUnread) return;
    void action.run(async () => {
      await (await rest()).readNotification({ id });
      await queries.invalidateQueries({ queryKey: ["list", "notifications"] });
      await count();
    });
  }
  return (
    <li className="notification" data-unread={isUnread || undefined}>
      <time dateTime={createdAt} title={fullTime(createdAt, zone)} className="quiet">
        {clockTime(createdAt, zone)}
      </time>
      <span className="badge quiet">{en.notifications.types[type] ?? type.slice(0, 24)}</span>
      <div className="notification-text">
        <p className="notification-title">
          {isUnread && <span className="visually-hidden">{en.notifications.unread} </span>}
          {path === null ? (
            <Foreign text={title} />
          ) : (
            <Link to={path} onClick={read}>
              <Foreign text={title} />
            </Link>
          )}
        </p>
        <p>
          <Foreign text={body} lines />
        </p>
        {action.error && <Failure error={action.error} />}
      </div>
      {isUnread && (
        <button type="button" className="button" disabled={action.isRunning} onClick={read}>
          {en.notifications.markRead}
        </button>
      )}
    </li>
  );
}
