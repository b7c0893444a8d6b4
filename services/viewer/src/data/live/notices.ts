import type { ChatMessage, Notification } from "@jetwire/protocol";
import type { Realtime } from "@jetwire/client/realtime";
import { unread } from "../../app/unread.ts";
import { queryClient } from "../rest/query-client.ts";
import { onRealtime } from "./realtime.ts";
import { rest } from "../rest/rest.ts";
import { onUserChange, session } from "../session/session.ts";

const unreadMax = 100;

/** Counts what is unread for the signed-in user, and keeps the counts while the page is open. */
export function followNotices(): void {
  onUserChange(() => unread.set({}));
  session.subscribe(() => void countUnread());
  onRealtime((realtime) => {
    const offs = [
      realtime.on("notification:new", onNotification),
      realtime.on("chat:message:new", onChatMessage),
    ];
    return () => {
      for (const off of offs) off();
    };
  });
}

/** Counts anew what is unread, for example after it was read. */
export async function countUnread(): Promise<void> {
  if (session.get()?.user == null) {
    unread.set({});
    return;
  }
  try {
    const client = await rest();
    const [notices, threads] = await Promise.all([
      Array.fromAsync(client.listNotifications({ unread: "true" }, { itemsMax: unreadMax })),
      Array.fromAsync(client.listThreads({}, { itemsMax: unreadMax })),
    ]);
    unread.set({
      "/notifications": notices.length,
      "/chat": threads.reduce((sum, { unreadCount }) => sum + unreadCount, 0),
    });
  } catch {
    // The badges keep what they have; the pages show the error.
  }
}

/** Marks the messages of a user as read. */
export async function markChatRead(realtime: Realtime, userId: string): Promise<void> {
  await realtime.chat.markRead(userId);
  await queryClient.invalidateQueries({ queryKey: ["threads"] });
  await countUnread();
}

function onNotification(notification: Notification): void {
  add("/notifications");
  void queryClient.invalidateQueries({ queryKey: ["list", "notifications"] });
  showOnDesktop(notification);
}

function onChatMessage({ senderId }: ChatMessage): void {
  if (senderId !== session.get()?.user?.id) add("/chat");
  void queryClient.invalidateQueries({ queryKey: ["threads"] });
}

function add(path: string): void {
  const counts = unread.get();
  unread.set({ ...counts, [path]: (counts[path] ?? 0) + 1 });
}

const desktopKey = "jetwire-desktop-notices";

/** Whether notifications are shown on the desktop: the user has asked for it, and the browser allows it. */
export function hasDesktopNotices(): boolean {
  try {
    return (
      localStorage.getItem(desktopKey) === "1" && globalThis.Notification?.permission === "granted"
    );
  } catch {
    return false;
  }
}

/** Switches desktop notices. The browser asks its user the first time. */
export async function setDesktopNotices(isOn: boolean): Promise<boolean> {
  const allowed = isOn && (await globalThis.Notification?.requestPermission()) === "granted";
  localStorage.setItem(desktopKey, allowed ? "1" : "0");
  return allowed;
}

function showOnDesktop({ title, body, id }: Notification): void {
  if (!document.hidden || !hasDesktopNotices()) return;
  const notice = new globalThis.Notification(title, { body, tag: id });
  notice.addEventListener("click", () => globalThis.focus());
}
