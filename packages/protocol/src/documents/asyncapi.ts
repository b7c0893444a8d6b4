import { AckAnswer, clientEventPayloads } from "../events/client-events.ts";
import { clientEvent, serverEvent } from "../events/event-names.ts";
import { serverEventPayloads } from "../events/server-events.ts";
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
    // An event without an argument: only an absent payload is valid.
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
        apiKey: credential("apiKey", "An API key, for the account's own feed (`feed:message`)."),
        token: credential("token", "The JWT of a session, for chat, presence and notifications."),
      },
    },
  };
}

type ServerEventName = (typeof serverEvent)[keyof typeof serverEvent];
type ClientEventName = (typeof clientEvent)[keyof typeof clientEvent];

const description = `Socket.IO over WebSocket only (\`transports: ["websocket"]\`). A plain WebSocket client does not work.

Send credentials in the handshake, in \`auth\` or in \`query\`: \`apiKey\`, \`token\`, both, or none for the public streams.
A client that sends \`feed: true\` with a token, and no API key, gets the feed of its user as an API key does. To resume its feed, a client sends \`after\`, the id of the last message that it received. A client that sends
\`assembled: true\` also gets \`message:assembled\`. It may send its own \`browserId\`. Every event has at most one argument. If the client passes an acknowledgement callback, it is called with
\`Acknowledgement\`.`;

const summaries: Readonly<Record<ServerEventName, string>> = {
  "feed:authenticated":
    "The API key is valid, or the session asked for its user's feed. Contains the account and its stations.",
  "feed:message":
    "A message of one of the account's own stations. Every message is sent, in order per station.",
  "feed:resumed": "The messages missed since `after` have been sent.",
  "feed:gap": "Messages are missing at this point and will not be sent by the feed.",
  "feed:heartbeat":
    "Nothing came for 15 seconds, and the client has everything. Sent only to clients that sent `heartbeat: true` in the handshake.",
  "feed:error": "The API key was refused or is no longer valid.",
  message: "A message of the firehose, the sample of all messages.",
  "message:assembled":
    "The whole of a message of several blocks. Sent after the `feed:message` or `station:monitor:data` of the message that completed it, only to clients that sent `assembled: true` in the handshake.",
  "message:decoded":
    "A later reception of a transmission, in full, if the option `decoded` of `messages:sniff` was set. It says more than the `message` with its `groupId`: it was decoded, or has a position, an airframe, a flight, airports or times that were missing. Members that are `null` here keep their value. Also sent if it matches the filter and the first reception did not. Best effort, for 10 seconds after the first reception; after `messages:sniff:recent` also for the messages in it.",
  "messages:sniff:started": "The subscription to the firehose has started.",
  "messages:sniff:stopped": "The subscription to the firehose has ended.",
  "messages:sniff:recent": "The latest messages of the firehose, if the option `recent` was set.",
  "messages:sniff:stats": "Statistics of the sample, if the option `stats` was set.",
  "messages:sniff:receptions":
    "How many stations received the messages of the last 10 seconds, each second in which that changes, if the option `receptions` was set.",
  "messages:watch:started":
    "The watch has started: every message that its filter selects follows, in order per station.",
  "messages:watch:message":
    "A message of a watch, of every station that received it and is not hidden.",
  "messages:watch:resumed": "The messages missed since `after` have been sent.",
  "messages:watch:gap":
    "Messages of a watch are missing at this point and will not be sent. REST has them.",
  "messages:watch:heartbeat":
    "Nothing came for 15 seconds, and the client has everything of this watch up to `position`.",
  "messages:watch:stopped": "The watch has ended.",
  "station:monitor:started": "Monitoring of the station has started.",
  "station:monitor:data": "New messages of a monitored station.",
  "station:monitor:stopped": "Monitoring of the station has ended.",
  "chat:authenticated": "The token is valid. Contains the user.",
  "chat:message:new": "A direct message, sent to all sessions of both users.",
  "chat:thread:read": "The other user has read the conversation.",
  "chat:typing": "The other user is typing or has stopped typing.",
  "chat:error": "A token or a chat event was refused.",
  "presence:snapshot": "The users who are online.",
  "presence:update": "A user came online or went offline.",
  "notification:new": "A new notification.",
  "auth:expiring": "The session ends soon unless a newer token is sent with `auth:refresh`.",
  error: "An event was refused.",
};

const requests: Readonly<Record<ClientEventName, string>> = {
  "messages:sniff": "Subscribe to the firehose.",
  "messages:sniff:stop": "Unsubscribe from the firehose.",
  "messages:watch:start":
    "Receive every message that a narrow filter selects, not a sample. With `after`, what came in the last hour since then is sent first.",
  "messages:watch:stop": "Stop a watch.",
  "station:monitor:start": "Start monitoring a station.",
  "station:monitor:stop": "Stop monitoring a station.",
  "chat:message:send":
    "Send a direct message. By default, at most 50 messages to a user who has never answered, and new conversations with 20 users a day.",
  "chat:thread:read": "Mark a conversation as read.",
  "chat:typing": "Report whether you are typing.",
  "chat:block": "Block a user, who can then neither write to you nor see whether you are online.",
  "chat:unblock": "Unblock a user.",
  "chat:report": "Report a received message to the operator, at most 20 a day.",
  "notification:read": "Mark a notification as read.",
  "auth:refresh": "Extend the session with a newer token.",
};

/**
 * Returns the key, in `components.messages`, of an event that the server sends. An event may be sent
 * in both directions with different payloads, as `chat:typing` is.
 */
export function sentMessageKey(name: string): string {
  return camelCase(name, "send");
}

/** Returns the key, in `components.messages`, of an event that the server receives. */
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
