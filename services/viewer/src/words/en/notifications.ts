/** The page of notifications. */
export const notifications = {
  title: "Notifications",
  purpose: "Notifications report what happens to your stations, keys, claims and alerts.",
  markAll: "Mark all as read",
  unreadOnly: "Unread only",
  type: "Type",
  all: "All",
  types: {
    "chat.message": "Chat",
    "station.offline": "Station silent",
    "station.online": "Station back",
    "key.issued": "Key issued",
    "key.expiring": "Key expires",
    "alert.match": "Alert",
    "system.announcement": "Announcement",
  } as Readonly<Record<string, string>>,
  empty: "No notifications.",
  emptyUnread: "Nothing unread.",
  showMore: "Show older notifications",
  end: "Nothing older. The latest 500 are kept.",
  markRead: "Mark as read",
  desktop: "Show on the desktop while this page is in the background",
  desktopRefused:
    "The browser does not allow it. Change it in the browser's settings of this site.",
  unread: "unread",
};
