import { describe, expect, test } from "vitest";
import { readBridgeConfig } from "./bridge-config.ts";

const service = { JETWIRE_URL: "https://jetwire.example", JETWIRE_KEY: "jw_key" };

test("what is not set is not switched on, and ports are open to this machine only", () => {
  const config = readBridgeConfig({ ...service, BRIDGE_SBS: "30003" });
  expect(config).toMatchObject({
    source: "feed",
    directory: "jetwire-bridge",
    sbs: { host: "127.0.0.1", port: 30_003 },
    page: { host: "127.0.0.1", port: 8088 },
    lines: [],
  });
  expect([config.mqtt, config.homeAssistant, config.aircraft]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("outputs of lines have types and addresses", () => {
  const { lines } = readBridgeConfig({
    ...service,
    BRIDGE_LISTEN: "acars=15550 vdl,hfdl=[::]:15555",
    BRIDGE_SEND: "tcp://hub:5550 acars=udp://127.0.0.1:5551",
  });
  expect(lines.map(({ to, types }) => [to.href, types])).toEqual([
    ["listen://127.0.0.1:15550", ["acars"]],
    ["listen://[::]:15555", ["vdl", "hfdl"]],
    ["tcp://hub:5550", null],
    ["udp://127.0.0.1:5551", ["acars"]],
  ]);
});

test("filters make a watch, in the form of the query of REST", () => {
  const config = readBridgeConfig({
    ...service,
    BRIDGE_FILTER: "tail=d-abcd&label=H1,5Z",
    BRIDGE_SBS: "1",
  });
  expect(config).toMatchObject({
    source: "watch",
    filter: { tail: "D-ABCD", label: ["5Z", "H1"] },
  });
});

test("the password of the broker is a variable of its own", () => {
  const { mqtt } = readBridgeConfig({
    ...service,
    BRIDGE_MQTT_URL: "mqtt://bridge@broker:1883",
    BRIDGE_MQTT_PASSWORD: "s/e:c@ret",
  });
  expect([mqtt?.username, decodeURIComponent(mqtt?.password ?? "")]).toEqual([
    "bridge",
    "s/e:c@ret",
  ]);
});

describe("a mistake is named", () => {
  test.each([
    [{ JETWIRE_URL: undefined }, "--url (JETWIRE_URL) is missing: the address of the Jetwire"],
    [{ JETWIRE_URL: "jetwire.example" }, "--url (JETWIRE_URL) must be an address like"],
    [{ JETWIRE_KEY: undefined }, "JETWIRE_KEY is missing: feed needs an API key"],
    [{ BRIDGE_SBS: undefined }, "--mqtt (BRIDGE_MQTT_URL) is missing, or another output"],
    [{ BRIDGE_SBS: "99999" }, "--sbs (BRIDGE_SBS) must be PORT or HOST:PORT, not 99999"],
    [{ BRIDGE_SOURCE: "all" }, "--source (BRIDGE_SOURCE) must be one of feed, watch, firehose"],
    [{ BRIDGE_SOURCE: "watch" }, "BRIDGE_FILTER must have at least one of tail"],
    [{ BRIDGE_FILTER: "colour=red" }, "BRIDGE_FILTER has colour, which is no filter of streams"],
    [{ BRIDGE_FILTER: "tail=%" }, "BRIDGE_FILTER tail must be a tail"],
    [
      { BRIDGE_SOURCE: "feed", BRIDGE_FILTER: "label=H1" },
      "BRIDGE_FILTER does not go with the feed",
    ],
    [
      { BRIDGE_LISTEN: "adsb=1" },
      "--listen (BRIDGE_LISTEN) has the type adsb, which is none of acars",
    ],
    [{ BRIDGE_SEND: "http://a:1" }, "--send (BRIDGE_SEND) must be [TYPES=]tcp://HOST:PORT"],
    [{ BRIDGE_MQTT_URL: "ws://a" }, "--mqtt (BRIDGE_MQTT_URL) must be mqtt://HOST:PORT"],
    [
      { BRIDGE_MQTT_PREFIX: "a/#" },
      "--mqtt-prefix (BRIDGE_MQTT_PREFIX) must be the begin of a topic",
    ],
    [
      { BRIDGE_HOME_ASSISTANT: "homeassistant" },
      "--home-assistant (BRIDGE_HOME_ASSISTANT) needs a broker",
    ],
    [{ BRIDGE_BUFFER_MEGABYTES: "0" }, "--buffer-megabytes (BRIDGE_BUFFER_MEGABYTES) must be"],
  ])("%j: %s", (over, message) => {
    expect(() => readBridgeConfig({ ...service, BRIDGE_SBS: "30003", ...over })).toThrow(message);
  });
});
