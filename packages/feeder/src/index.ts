export { createFeeder } from "./feeder.ts";
export type { FeedCounters, QueuedFeeder } from "./feeder.ts";
export { parseFeedTarget } from "./feed-target.ts";
export type { FeedTarget } from "./feed-target.ts";
export { FeedError } from "./line-sender.ts";
export type { LineSender } from "./line-sender.ts";
export { joinLines } from "./lines.ts";
export { openLineSender } from "./open-line-sender.ts";
