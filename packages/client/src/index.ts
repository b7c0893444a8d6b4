export { compareReceipts, type ReceiptDifference } from "./feed/receipts.ts";
export * from "./realtime.ts";
export { createRestClient, type RestClient, type RestOptions } from "./rest/rest-client.ts";
export { RestError } from "./rest/rest-error.ts";
