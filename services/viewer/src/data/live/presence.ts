import { onRealtime } from "./realtime.ts";
import { createStore } from "../store.ts";

/** The ids of the users who are online; empty for visitors. */
export const onlineUsers = createStore<ReadonlySet<string>>(new Set());

onRealtime((realtime) => realtime.presence.onChange((online) => onlineUsers.set(online)));
