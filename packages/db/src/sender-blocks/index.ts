export { FollowedSenderBlocks } from "./follow-sender-blocks.ts";
export { add, deleteExpired, listNamed, remove, senderBlocksMax } from "./sender-blocks.ts";
