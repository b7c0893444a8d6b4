import { setTimeout as wait } from "node:timers/promises";
import { expectThat, SkippedRow } from "../broken-promise.ts";
import type { Row } from "../row.ts";
import type { Service } from "../service.ts";
import type { StockClient } from "../stock-client.ts";

const refusal = "Rate limit exceeded";
const messageMsMax = 20_000;
const quietMs = 3_000;

/** The promises of the firehose, of monitors of stations, and of their limits. */
export const subscriptionRows: readonly Row[] = [
  {
    rows: ["R-04", "R-33"],
    promise: "the firehose shows messages with station, airframe and flight, each once",
    async try(service) {
      const client = await sniffing(service);
      client.socket.emit("messages:sniff");
      await client.receive("messages:sniff:started", () => true, { nth: 2 });
      await someMessage(service, client);
      await wait(quietMs);
      const ids = client.payloads("message").map(({ id }) => id);
      expectThat(new Set(ids).size === ids.length, "a message came twice");
      for (const { stationId, station, airframeId, airframe } of client.payloads("message")) {
        expectThat(station.id === stationId, `the station of ${stationId} is ${station.id}`);
        const isLinked = airframeId === null || airframe === null || airframe.id === airframeId;
        expectThat(isLinked, `the airframe of ${airframeId} is another one`);
      }
    },
  },
  {
    rows: ["R-32"],
    promise: "a client that asks for statistics gets the fraction that is shown",
    async try(service) {
      const client = service.connect();
      client.socket.emit("messages:sniff", { stats: true });
      const stats = await client.receive("messages:sniff:stats", () => true, { msMax: 15_000 });
      const { fraction } = stats;
      expectThat(fraction >= 0 && fraction <= 1, `the fraction is ${fraction}`);
    },
  },
  {
    rows: ["R-34"],
    promise: "a client that stops is answered, and gets no more messages",
    async try(service) {
      const client = await sniffing(service);
      client.socket.emit("messages:sniff:stop");
      await client.receive("messages:sniff:stopped");
      const at = client.events.lastIndexOf("messages:sniff:stopped");
      await wait(quietMs);
      const later = client.events.slice(at + 1).filter((event) => event === "message");
      expectThat(later.length === 0, `${later.length} messages came after the stop`);
    },
  },
  {
    rows: ["R-35", "R-37", "R-38", "R-39"],
    promise: "a monitor of a station is answered at start and stop, in order, with one browserId",
    async try(service) {
      const stationId = await someStation(service);
      const client = service.connect();
      client.socket.emit("station:monitor:start", stationId);
      client.socket.emit("station:monitor:stop", stationId);
      client.socket.emit("station:monitor:start", stationId);
      const started = await client.receive("station:monitor:started", () => true, { nth: 2 });
      const stopped = await client.receive("station:monitor:stopped");
      expectThat(started.station.id === stationId, `station ${started.station.id} is answered`);
      expectThat(stopped.stationId === stationId, `station ${stopped.stationId} is answered`);
      expectThat(started.browserId === stopped.browserId, "the answers have two browserIds");
      const answers = client.events.filter((event) => event !== "station:monitor:data");
      const [on, off] = ["station:monitor:started", "station:monitor:stopped"];
      expectThat(answers.join() === [on, off, on].join(), `the order is ${answers.join(", ")}`);
    },
  },
  {
    rows: ["R-47"],
    promise: "a wrong argument is refused by `error` with a message, and the connection stays",
    async try(service) {
      const client = service.connect();
      client.socket.emit("station:monitor:start", "not a number");
      const { message } = await client.receive("error");
      expectThat(message !== "", "the message is empty");
      client.socket.emit("messages:sniff");
      await client.receive("messages:sniff:started");
    },
  },
  {
    rows: ["R-48", "R-50"],
    promise: "the eleventh subscribe-type event of a minute is refused, and has no effect",
    async try(service) {
      const stationId = await someStation(service);
      const client = service.connect();
      for (let sent = 0; sent < 10; sent++) client.socket.emit("station:monitor:stop", stationId);
      client.socket.emit("messages:sniff");
      const { message } = await client.receive("error");
      expectThat(message === refusal, `the message is ${JSON.stringify(message)}`);
      await wait(quietMs);
      const answered = client.payloads("station:monitor:stopped").length;
      expectThat(answered === 10, `${answered} of 10 events below the limit are answered`);
      const joined = client.events.filter((event) => event.startsWith("message"));
      expectThat(joined.length === 0, `the firehose was joined: ${joined[0]}`);
    },
  },
];

async function sniffing(service: Service): Promise<StockClient> {
  const client = service.connect();
  client.socket.emit("messages:sniff");
  await client.receive("messages:sniff:started");
  return client;
}

/** Waits for any message of the firehose, and sends one if it may. */
async function someMessage(service: Service, client: StockClient): Promise<void> {
  if (service.accounts !== null) await service.accounts.send();
  await client
    .receive("message", () => true, { msMax: messageMsMax })
    .catch(() => {
      throw new SkippedRow(`no message came in ${messageMsMax / 1_000} s`);
    });
}

/** Returns the id of a station that the client may monitor. @throws SkippedRow if there is none */
async function someStation(service: Service): Promise<number> {
  if (service.accounts !== null) return service.accounts.station.id;
  const stations = await service.read("/v1/stations?limit=1");
  const [station] = stations as { readonly id: number }[];
  if (station === undefined) throw new SkippedRow("the service has no public station");
  return station.id;
}
