export { list } from "./receipts.ts";
