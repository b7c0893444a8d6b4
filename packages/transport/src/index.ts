export { createDatagramReassembler } from "./framing/datagram-reassembler.ts";
export { decodeText } from "./framing/decode-text.ts";
export { createLines } from "./framing/lines.ts";
export { objectsPerBodyMax, parseBody } from "./framing/parse-body.ts";
export { createSlices, type Slices } from "./framing/slices.ts";
export { parseBytes, type ParsedObject, splitAndParse } from "./framing/split-and-parse.ts";
export type { LineTarget } from "./listeners/line-target.ts";
export { listening, onceFree } from "./listeners/listening.ts";
export { subscribeMqtt } from "./listeners/mqtt.ts";
export { listenTcp } from "./listeners/tcp.ts";
export { listenUdp } from "./listeners/udp.ts";
export { listenZmq, subscribeZmq } from "./listeners/zmq.ts";
export { dictionaries, dictionaryHeader, relayDictionary } from "./relayed/dictionaries.ts";
export {
  readRelayBatch,
  readRelayedLines,
  type RelayBatch,
  relayBatchHeader,
  type RelayedLine,
  relayedLinesMax,
  writeRelayBatch,
  writeRelayedLines,
} from "./relayed/relayed-lines.ts";
