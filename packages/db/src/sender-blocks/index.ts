export { FollowedSenderBlocks } from "./followed-sender-blocks.ts";
export { add, deleteExpired, listNamed, remove, senderBlocksMax } from "./sender-blocks.ts";
