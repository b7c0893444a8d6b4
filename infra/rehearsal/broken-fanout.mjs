// Takes the place of fanout in a version with a fault: answers that it is ready, and does nothing else.
import { createServer } from "node:http";
import process from "node:process";

const server = createServer((_, response) =>
  response.end('{"ready":true,"checks":{},"alarms":{}}'),
);
server.listen(process.env["HEALTH_SOCKET"]);
process.once("SIGTERM", () => process.exit());
