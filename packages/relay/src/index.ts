export { openBufferedOutputs } from "./outputs/buffered-outputs.ts";
export { type LineServer, serveLines } from "./outputs/line-server.ts";
export { openLineOutput } from "./outputs/open-line-output.ts";
export type { OutputSender, SentLine } from "./outputs/output-sender.ts";
export { ago, documentOf, escaped, fact, outputHtml } from "./status/page.ts";
export { servePage } from "./status/serve-page.ts";
export { outputStatus } from "./status/status.ts";
export { bytesText, countText, durationText } from "./status/texts.ts";
