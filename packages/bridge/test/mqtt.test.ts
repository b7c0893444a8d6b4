import {
  acarsdecLine,
  addFeeder,
  type Deployment,
  describeUnless,
  postLines,
  startDeployment,
  until,
} from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Broker, missingBroker, startBroker, subscribe } from "./mosquitto.ts";
import { runBridge } from "./running-bridge.ts";

const hostile = "ev/il+#station";

describeUnless(missingBroker, "a broker", () => {
  const stack = new AsyncDisposableStack();
  let jw: Deployment;
  let key: string;
  let stationIds: readonly number[];
  let broker: Broker;

  beforeAll(async () => {
    jw = stack.use(await startDeployment());
    ({ apiKey: key, stationIds } = await addFeeder(jw, "alice", "MQ-TT01", "MQ-TT02"));
    broker = stack.use(await startBroker());
  });
  afterAll(() => stack.disposeAsync());

  async function send(...texts: readonly string[]): Promise<void> {
    await postLines(
      jw,
      texts.map((text) => acarsdecLine("MQ-TT01", text)),
    );
  }

  test("gets each message of the feed once, by station and type, as REST has it", async () => {
    await using subscriber = await subscribe(broker, "one/#");
    const variables = { BRIDGE_MQTT_URL: broker.url, BRIDGE_MQTT_PREFIX: "one" };
    await using bridges = new AsyncDisposableStack();
    bridges.use(await runBridge(jw, key, variables));
    const texts = Array.from({ length: 60 }, (_, number) => `ONE ${number}`);
    await send(...texts);
    const messages = () =>
      subscriber.delivered.filter(({ topic }) => topic === "one/MQ-TT01/acars");
    await until("all messages", () => messages().length >= texts.length);
    expect(messages().map(({ json }) => json["text"])).toEqual(texts);
    const [first] = messages();
    const { stationIdent, ...message } = first?.json ?? {};
    expect(stationIdent).toBe("MQ-TT01");
    const headers = { authorization: `Bearer ${key}` };
    const stored = await until("it is stored", async () => {
      const response = await fetch(`${jw.restUrl}/v1/messages/${String(message["id"])}`, {
        headers,
      });
      return response.ok && ((await response.json()) as object);
    });
    expect(message).toEqual(stored);
  });

  test("learns whether the bridge is online, also if its connection breaks", async () => {
    await using subscriber = await subscribe(broker, "two/#");
    const variables = { BRIDGE_MQTT_URL: broker.url, BRIDGE_MQTT_PREFIX: "two" };
    {
      await using bridges = new AsyncDisposableStack();
      bridges.use(await runBridge(jw, key, variables));
      await expect.poll(() => subscriber.latest("two/status")).toBe("online");
    }
    await expect.poll(() => subscriber.latest("two/status")).toBe("offline");
  });

  test("gets topics that names of stations cannot change", async () => {
    await using subscriber = await subscribe(broker, "three/#");
    const variables = {
      BRIDGE_MQTT_URL: broker.url,
      BRIDGE_MQTT_PREFIX: "three",
      BRIDGE_FILTER: "label=Z9",
    };
    await using bridge = await runBridge(jw, key, variables);
    await until("the watch", async () => (await bridge.status()).source.connection === "connected");
    await until("a message of the watch", async () => {
      await postLines(jw, [acarsdecLine(hostile, "EVIL", { label: "Z9" })]);
      return subscriber.delivered.some(({ json }) => json["text"] === "EVIL");
    });
    const topics = new Set(subscriber.delivered.map(({ topic }) => topic));
    for (const topic of topics) expect(topic).toMatch(/^three\/(?:status|[^/+#]+\/acars)$/);
  });

  test("gets sensors of the own stations in the form of Home Assistant, and keeps them", async () => {
    const variables = {
      BRIDGE_MQTT_URL: broker.url,
      BRIDGE_MQTT_PREFIX: "four",
      BRIDGE_HOME_ASSISTANT: "four-home",
    };
    await using bridge = await runBridge(jw, key, variables);
    await send("COUNTED");
    await until("the message", async () => (await bridge.output("mqtt")).taken > 0);
    await using subscriber = await subscribe(broker, "#");
    const found = await until("the sensors", () => {
      const configs = subscriber.delivered.filter(
        ({ topic, isRetained }) => isRetained && /^four-home\/.*\/config$/.test(topic),
      );
      return configs.length >= stationIds.length * 4 && configs;
    });
    expect(found).toHaveLength(stationIds.length * 4);
    for (const { json } of found) {
      expect(json).toMatchObject({
        unique_id: expect.any(String),
        availability: [{ topic: "four/status" }, { topic: "four/service" }],
        device: { identifiers: [expect.any(String)], name: expect.stringMatching(/^MQ-TT0/) },
        origin: { name: "jetwire-bridge" },
      });
    }
    const [stationId] = stationIds;
    const state = await until("the state", () =>
      subscriber.latest(`four/stations/${stationId}/state`),
    );
    expect(Object.keys(JSON.parse(state) as object)).toEqual([
      "messagesLastMinute",
      "messagesLastHour",
      "lastMessageAt",
      "receiving",
    ]);
    expect(subscriber.latest("four/service")).toBe("online");
  });

  test("that does not run delays nothing else, and gets everything once it does", async () => {
    await using down = await startBroker();
    await down.stop();
    const variables = { BRIDGE_MQTT_URL: down.url, BRIDGE_SEND: "udp://127.0.0.1:9" };
    await using bridge = await runBridge(jw, key, variables);
    await send("LATE 1", "LATE 2");
    await until("the other output", async () => (await bridge.output("lines-1")).taken === 2);
    expect(await bridge.output("mqtt")).toMatchObject({ taken: 0, waiting: { lines: 2 } });
    expect((await bridge.output("mqtt")).problem?.text).toContain(`127.0.0.1:${down.port}`);
    await bridge.restart();
    await down.start();
    await using subscriber = await subscribe(down, "jetwire/MQ-TT01/acars");
    await until("both", () => subscriber.delivered.length === 2);
    expect(subscriber.delivered.map(({ json }) => json["text"])).toEqual(["LATE 1", "LATE 2"]);
  });

  test("that refuses the bridge is named with its reason", async () => {
    await using closed = await startBroker("allow_anonymous false");
    await using bridge = await runBridge(jw, key, { BRIDGE_MQTT_URL: closed.url });
    await send("REFUSED");
    const reason = async () => (await bridge.output("mqtt")).problem?.text;
    await expect.poll(reason).toContain("Not authorized");
  });
});
