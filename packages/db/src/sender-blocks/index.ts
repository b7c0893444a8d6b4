export { type FollowedSenderBlocks, follow } from "./follow-sender-blocks.ts";
export { add, deleteExpired, listNamed, remove, senderBlocksMax } from "./sender-blocks.ts";
