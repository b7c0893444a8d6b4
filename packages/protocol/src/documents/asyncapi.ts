import { AckAnswer, clientEvent, clientEventPayloads } from "../events/client-events.ts";
import { serverEvent, serverEventPayloads } from "../events/server-events.ts";
import { eventExamples } from "./event-examples.ts";
import { createJsonSchemas, type JsonObject } from "./json-schemas.ts";
import type { DocumentOptions } from "./openapi.ts";

/** The realtime interface as an AsyncAPI 3.0 document: every event, either way, with its payload. */
export function asyncApiDocument({ version, url }: DocumentOptions): JsonObject {
  const schemas = createJsonSchemas("#/components/schemas/");
  const sent = Object.entries(serverEventPayloads).map(([name, payload]) => ({
    name,
    summary: summaries[name as ServerEventName],
    payload: schemas.written(payload),
    examples: [{ payload: eventExamples[name as ServerEventName] }],
  }));
  const received = Object.entries(clientEventPayloads).map(([name, payload]) => ({
    name,
    summary: requests[name as ClientEventName],
    // An event without an argument has a payload that nothing fits but its absence.
    payload: payload === null ? { not: {} } : schemas.read(payload),
  }));
  const ack = schemas.written(AckAnswer);
  return {
    asyncapi: "3.0.0",
    info: { title: "Jetwire realtime", version, description, license: { name: "MIT" } },
    defaultContentType: "application/json",
    servers: { realtime: serverOf(url) },
    channels: {
      realtime: {
        address: "/",
        title: "The Socket.IO connection",
        messages: Object.fromEntries([
          ...sent.map(({ name }) => [
            sentMessageKey(name),
            component("messages", sentMessageKey(name)),
          ]),
          ...received.map(({ name }) => [
            receivedMessageKey(name),
            component("messages", receivedMessageKey(name)),
          ]),
        ]),
      },
    },
    operations: Object.fromEntries([
      ...sent.map(({ name, summary }) => [
        sentMessageKey(name),
        operationOf("send", sentMessageKey(name), summary),
      ]),
      ...received.map(({ name, summary }) => [
        receivedMessageKey(name),
        operationOf("receive", receivedMessageKey(name), summary),
      ]),
    ]),
    components: {
      messages: Object.fromEntries([
        ...sent.map((message) => [sentMessageKey(message.name), message]),
        ...received.map((message) => [
          receivedMessageKey(message.name),
          { ...message, "x-acknowledgement": component("schemas", "Acknowledgement") },
        ]),
      ]),
      schemas: { ...schemas.named, Acknowledgement: ack },
      securitySchemes: {
        apiKey: credential("apiKey", "An account's API key, for its own feed: `feed:message`"),
        token: credential("token", "A session's JWT, for chat, presence and notifications"),
      },
    },
  };
}

type ServerEventName = (typeof serverEvent)[keyof typeof serverEvent];
type ClientEventName = (typeof clientEvent)[keyof typeof clientEvent];

const description = `Socket.IO over WebSocket alone (\`transports: ["websocket"]\`); a raw WebSocket client does not work.
Credentials go into the handshake, in \`auth\` or in \`query\`: \`apiKey\`, \`token\`, both, or none for the public streams. A
client that resumes its feed gives \`after\`, the id of the last message it got, and may give its own \`browserId\`. Every
event has at most one argument. An acknowledgement callback, where a client passes one, is called with
\`Acknowledgement\`.`;

const summaries: Readonly<Record<ServerEventName, string>> = {
  "feed:authenticated": "The API key is valid: whose it is, and its stations",
  "feed:message":
    "A message of one of the account's own stations; all of them, in order per station",
  "feed:resumed": "What was missed since `after` has been sent",
  "feed:gap": "Messages are missing here and won't come by the feed",
  "feed:error": "The API key is refused, or no longer valid",
  message: "A message of the sampled global firehose",
  "messages:sniff:started": "The firehose was joined",
  "messages:sniff:stopped": "The firehose was left",
  "messages:sniff:recent": "What was on the firehose just now, to who asked for it",
  "messages:sniff:stats": "What the sample left out, to who asked for it",
  "station:monitor:started": "The station is monitored",
  "station:monitor:data": "New messages of a monitored station",
  "station:monitor:stopped": "The station is no longer monitored",
  "chat:authenticated": "The token is valid: whose session this is",
  "chat:message:new": "A direct message, to all sessions of both sides",
  "chat:thread:read": "The other side has read the thread",
  "chat:typing": "The other side is typing, or has stopped",
  "chat:error": "A token or a chat event is refused",
  "presence:snapshot": "Who is online",
  "presence:update": "A user came online or went offline",
  "notification:new": "A notification",
  "auth:expiring": "The session ends soon unless a newer token comes",
  error: "An event is refused",
};

const requests: Readonly<Record<ClientEventName, string>> = {
  "messages:sniff": "Join the firehose",
  "messages:sniff:stop": "Leave the firehose",
  "station:monitor:start": "Monitor a station",
  "station:monitor:stop": "Stop monitoring a station",
  "chat:message:send": "Send a direct message",
  "chat:thread:read": "Mark a thread as read",
  "chat:typing": "Say whether one is typing",
  "chat:block": "Neither hear from nor be seen by a user",
  "chat:unblock": "Undo a block",
  "notification:read": "Mark a notification as read",
  "auth:refresh": "Prolong the session by a newer token",
};

/**
 * The key of an event that the server sends, in `components.messages`. The same name may travel both
 * ways, with another payload each: `chat:typing`.
 */
export function sentMessageKey(name: string): string {
  return camelCase(name, "send");
}

/** The key of an event that the server takes, in `components.messages`. */
export function receivedMessageKey(name: string): string {
  return camelCase(name, "receive");
}

function camelCase(name: string, verb: string): string {
  return verb + name.replaceAll(/(?:^|:)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function operationOf(action: "send" | "receive", key: string, summary: string): JsonObject {
  return {
    action,
    channel: { $ref: "#/channels/realtime" },
    summary,
    messages: [{ $ref: `#/channels/realtime/messages/${key}` }],
  };
}

function serverOf(url: string | undefined): JsonObject {
  const { protocol, host } = new URL(url ?? "ws://127.0.0.1:8081");
  return {
    host,
    protocol: protocol.replace(":", ""),
    protocolVersion: "Socket.IO 5, Engine.IO 4",
    pathname: "/socket.io/",
    security: [component("securitySchemes", "apiKey"), component("securitySchemes", "token")],
  };
}

function credential(name: string, text: string): JsonObject {
  return { type: "httpApiKey", in: "query", name, description: text };
}

function component(kind: string, name: string): JsonObject {
  return { $ref: `#/components/${kind}/${name}` };
}
