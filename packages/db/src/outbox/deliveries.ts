export { claim, type DueDelivery, type DeliveryTarget } from "./claim-deliveries.ts";
export {
  type Answered,
  disableEnded,
  fail,
  giveUpExpired,
  markDelivered,
} from "./finish-deliveries.ts";
export { list, queueTest, readTest } from "./list-deliveries.ts";
