import { randomBytes } from "node:crypto";
import { openRequest } from "./ask-http.ts";
import { shortLine, reasonOf } from "./failure.ts";
import type { Found } from "./public-facts.ts";

/** The first frame of Engine.IO is short. */
const bytesMax = 4_096;

/**
 * Opens the Socket.IO interface by WebSocket, as the page does, and waits for its first packet. Never rejects.
 *
 * @param url the address of the interface, `wss://…`
 * @param origin the origin of the page, which the interface may require
 */
export async function askRealtime(
  url: URL,
  { address, origin, msMax }: { address: string; origin: string; msMax: number },
): Promise<Found<string>> {
  const target = new URL("/socket.io/?EIO=4&transport=websocket", url);
  const headers = {
    connection: "Upgrade",
    upgrade: "websocket",
    origin,
    "sec-websocket-version": "13",
    "sec-websocket-key": randomBytes(16).toString("base64"),
  };
  try {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const request = openRequest({ url: target, address, headers, msMax });
    const late = setTimeout(
      () => reject(new Error("it upgrades, and then sends nothing")),
      msMax,
    ).unref();
    request.on("error", reject);
    request.on("response", ({ statusCode = 0 }) => {
      request.destroy();
      reject(new Error(`it answers ${statusCode} in place of 101 (Switching Protocols)`));
    });
    request.on("upgrade", (_response, socket, head) => {
      let bytes = head;
      const read = () => {
        const text = firstText(bytes);
        if (text !== null) resolve(text);
        else if (bytes.length > bytesMax) reject(new Error("its first frame is none of Engine.IO"));
      };
      socket.on("data", (chunk: Buffer) => {
        bytes = Buffer.concat([bytes, chunk]);
        read();
      });
      socket.on("error", reject);
      socket.on("end", () => reject(new Error("it upgrades, and then closes the connection")));
      void promise.finally(() => socket.destroy()).catch(() => {});
      read();
    });
    request.end();
    const text = await promise.finally(() => clearTimeout(late));
    if (text.startsWith("0{")) return { value: shortLine(text) };
    return { failure: `it sends ${shortLine(text)}, which is not Engine.IO` };
  } catch (error) {
    return { failure: reasonOf(error) };
  }
}

/** Returns the text of the first frame of a server, which is not masked (RFC 6455); null until it is complete. */
function firstText(bytes: Buffer): string | null {
  const [, lengthByte] = bytes;
  if (lengthByte === undefined || bytes.length < 4) return null;
  const isLong = lengthByte === 126;
  const begin = isLong ? 4 : 2;
  const length = isLong ? bytes.readUInt16BE(2) : lengthByte;
  return bytes.length < begin + length ? null : bytes.toString("utf8", begin, begin + length);
}
