export { runCli } from "./cli.ts";
export { connectStock, type Handshake, type StockClient } from "./conformance/stock-client.ts";
