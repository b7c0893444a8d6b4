/** A setting of the bridge: a variable, and the option that sets it. */
export interface Setting {
  readonly variable: string;
  /** The option as commander declares it; null for a secret, which is only a variable or a file. */
  readonly option: string | null;
  readonly text: string;
  /** Whether the option may be repeated. */
  readonly isList?: boolean;
}

/** All settings, in the order of the help. */
export const settings = {
  url: {
    variable: "JETWIRE_URL",
    option: "--url <url>",
    text: "address of the Jetwire, for example https://jetwire.example",
  },
  key: { variable: "JETWIRE_KEY", option: null, text: "an API key with the scope feed" },
  source: {
    variable: "BRIDGE_SOURCE",
    option: "--source <source>",
    text: "feed, watch or firehose; by default watch with filters, else feed",
  },
  filter: {
    variable: "BRIDGE_FILTER",
    option: null,
    text: "the filters, as a query: tail=D-ABCD&label=H1",
  },
  directory: {
    variable: "BRIDGE_DIRECTORY",
    option: "--directory <dir>",
    text: "folder of the buffer and the position (default: jetwire-bridge)",
  },
  bufferMegabytes: {
    variable: "BRIDGE_BUFFER_MEGABYTES",
    option: "--buffer-megabytes <n>",
    text: "what may wait on disk for each output (default: 64)",
  },
  mqtt: {
    variable: "BRIDGE_MQTT_URL",
    option: "--mqtt <url>",
    text: "broker to publish to: mqtt://HOST:PORT or mqtts://HOST:PORT",
  },
  mqttPrefix: {
    variable: "BRIDGE_MQTT_PREFIX",
    option: "--mqtt-prefix <prefix>",
    text: "begin of the topics (default: jetwire)",
  },
  homeAssistant: {
    variable: "BRIDGE_HOME_ASSISTANT",
    option: "--home-assistant [prefix]",
    text: "publish sensors of your stations to Home Assistant (default prefix: homeassistant)",
  },
  listen: {
    variable: "BRIDGE_LISTEN",
    option: "--listen <output>",
    text: "lines to programs that connect: [TYPES=][HOST:]PORT; may be repeated",
    isList: true,
  },
  send: {
    variable: "BRIDGE_SEND",
    option: "--send <output>",
    text: "lines to a program: [TYPES=]tcp://HOST:PORT or udp://HOST:PORT; may be repeated",
    isList: true,
  },
  sbs: {
    variable: "BRIDGE_SBS",
    option: "--sbs <address>",
    text: "positions as BaseStation lines: [HOST:]PORT, usually 30003",
  },
  aircraft: {
    variable: "BRIDGE_AIRCRAFT",
    option: "--aircraft <address>",
    text: "aircraft.json over HTTP: [HOST:]PORT",
  },
  page: {
    variable: "BRIDGE_PAGE",
    option: "--page <address>",
    text: "page of the bridge: [HOST:]PORT (default: 127.0.0.1:8088)",
  },
  logLevel: {
    variable: "BRIDGE_LOG_LEVEL",
    option: "--log-level <level>",
    text: "debug, info, warn or error (default: info)",
  },
} as const satisfies Record<string, Setting>;
export type SettingName = keyof typeof settings;
