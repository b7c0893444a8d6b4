import type { Notification } from "@jetwire/protocol";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { countUnread } from "../data/live/notices.ts";
import { useStore } from "../data/store.ts";
import { useCommand } from "../data/rest/use-command.ts";
import { display } from "../ui/display/display.ts";
import { CommandFailure } from "../sign-in/command-failure.tsx";
import { UntrustedText } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { clockTime, fullTime } from "../text/time.ts";
import { notificationPath } from "./notification-link.ts";

/** One notification. Following its link marks it as read. */
export function NotificationRow({ notification }: { notification: Notification }): ReactNode {
  const { id, type, title, body, createdAt, readAt } = notification;
  const { zone } = useStore(display);
  const markRead = useCommand((client) => client.readNotification({ id }), {
    keys: [["list", "notifications"]],
    onDone: countUnread,
  });
  const path = notificationPath(notification);
  const isUnread = readAt === null;
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
            <UntrustedText text={title} />
          ) : (
            <Link to={path} onClick={() => isUnread && markRead.run()}>
              <UntrustedText text={title} />
            </Link>
          )}
        </p>
        <p>
          <UntrustedText text={body} lines />
        </p>
        <CommandFailure command={markRead} />
      </div>
      {isUnread && <Button command={markRead}>{en.notifications.markRead}</Button>}
    </li>
  );
}
