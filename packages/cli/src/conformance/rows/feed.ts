import { setTimeout as wait } from "node:timers/promises";
import { expectThat } from "../broken-promise.ts";
import { type Row, withAccounts } from "../row.ts";

const quietMs = 2_000;
const sentAtOnce = 5;

/** The promises of the own feed and of the messages of a station. */
export const feedRows: readonly Row[] = [
  withAccounts(
    ["R-01", "R-26", "R-27", "R-28"],
    "every message of an own station comes by itself, once to each client, in order",
    async (service, accounts) => {
      const auth = { apiKey: accounts.owner.apiKey };
      const clients = [service.connect({ auth }), service.connect({ auth })];
      for (const client of clients) await client.receive("feed:authenticated");
      const ids: string[] = [];
      for (let n = 0; n < sentAtOnce; n++) ids.push(await accounts.send());
      for (const client of clients) {
        await client.receive("feed:message", ({ id }) => id === ids.at(-1));
        await wait(quietMs);
        const messages = client.payloads("feed:message");
        const came = messages.map(({ id }) => id).join(" ");
        expectThat(came === ids.join(" "), `sent ${ids.join(" ")}, came ${came}`);
        const isLinked = messages.every(({ stationId }) => stationId === accounts.station.id);
        expectThat(isLinked, "a message has another station");
      }
    },
  ),
  withAccounts(
    ["R-03", "R-08"],
    "the feed has what REST answers by id, member for member",
    async (service, accounts) => {
      const { apiKey } = accounts.owner;
      const client = service.connect({ auth: { apiKey } });
      await client.receive("feed:authenticated");
      const id = await accounts.send();
      const fed = await client.receive("feed:message", (message) => message.id === id);
      const read = await service.read(`/v1/messages/${id}`);
      const differing = differingMembers(fed, read);
      expectThat(differing.length === 0, `different members: ${differing.join(", ")}`);
    },
  ),
  withAccounts(
    ["R-29"],
    "the feed of another account has none of them",
    async (service, accounts) => {
      const other = service.connect({ auth: { apiKey: accounts.other.apiKey } });
      const { stations } = await other.receive("feed:authenticated");
      expectThat(stations.length === 0, "it has stations");
      const own = service.connect({ auth: { apiKey: accounts.owner.apiKey } });
      await own.receive("feed:authenticated");
      const id = await accounts.send();
      await own.receive("feed:message", (message) => message.id === id);
      await wait(quietMs);
      const came = other.payloads("feed:message").length;
      expectThat(came === 0, `${came} messages of another account came`);
    },
  ),
  withAccounts(["R-30"], "a feed goes on where it stopped", async (service, accounts) => {
    const { apiKey } = accounts.owner;
    const before = service.connect({ auth: { apiKey } });
    await before.receive("feed:authenticated");
    const after = await accounts.send();
    await before.receive("feed:message", ({ id }) => id === after);
    before.socket.disconnect();
    const missed = [await accounts.send(), await accounts.send()];
    const again = service.connect({ auth: { apiKey, after } });
    const { recovered } = await again.receive("feed:resumed");
    expectThat(recovered, "recovered is false");
    await again.receive("feed:message", ({ id }) => id === missed[1]);
    const came = again.payloads("feed:message").map(({ id }) => id);
    expectThat(came.join() === missed.join(), `missed ${missed.join(" ")}, came ${came.join(" ")}`);
  }),
  withAccounts(
    ["R-36"],
    "a monitor of a station brings its messages",
    async (service, accounts) => {
      const client = service.connect();
      client.socket.emit("station:monitor:start", accounts.station.id);
      await client.receive("station:monitor:started");
      const id = await accounts.send();
      const data = await client.receive("station:monitor:data", ({ newMessages }) =>
        newMessages.some((message) => message.id === id),
      );
      expectThat(data.stationId === accounts.station.id, `stationId is ${data.stationId}`);
    },
  ),
  withAccounts(
    ["E-02"],
    "a watch brings every message that its filter selects",
    async (service, accounts) => {
      const client = service.connect({ auth: { apiKey: accounts.owner.apiKey } });
      await client.receive("feed:authenticated");
      const filter = { stationId: [accounts.station.id] };
      client.socket.emit("messages:watch:start", { filter });
      const { watchId } = await client.receive("messages:watch:started");
      const ids = [await accounts.send(), await accounts.send()];
      await client.receive("messages:watch:message", ({ message }) => message.id === ids[1]);
      const came = client.payloads("messages:watch:message");
      const isOwn = came.every((one) => one.watchId === watchId);
      expectThat(isOwn && came.length === ids.length, `${came.length} of ${ids.length} came`);
    },
  ),
];

function differingMembers(left: unknown, right: unknown): string[] {
  const [one, other] = [left, right] as Record<string, unknown>[];
  return [...new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})])].filter(
    (key) => JSON.stringify(one?.[key]) !== JSON.stringify(other?.[key]),
  );
}
