export * from "./isolation.ts";
export * from "./test-message.ts";
export * from "./conservation.ts";
export * from "./deployment.ts";
export * from "./until.ts";
export * from "./feed-client.ts";
export * from "./jetwire.ts";
export * from "./persistent-feeder.ts";
