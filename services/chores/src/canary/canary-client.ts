import { connectRealtime } from "@jetwire/client";
import { serverEvent } from "@jetwire/protocol";
import { pause } from "@jetwire/runtime";

/** A client of the feed of the canary account. It reconnects by itself. */
export interface CanaryClient {
  /** Whether the service has refused the key: another client is needed. */
  readonly isEnded: boolean;
  /** Returns whether a message with this text arrives within `msMax`. Call it before the message is sent. */
  arrival(text: string, msMax: number): Promise<boolean>;
  close(): Promise<void>;
}

/** @param url the address of the realtime interface */
export function openCanaryClient(url: string, apiKey: string): CanaryClient {
  const realtime = connectRealtime({ url, apiKey });
  const waiting = new Map<string, () => void>();
  realtime.on(serverEvent.feedMessage, ({ text }) => {
    if (text !== null) waiting.get(text)?.();
  });
  return {
    get isEnded() {
      return realtime.connection.state === "ended";
    },
    async arrival(text, msMax) {
      const arrived = new Promise<boolean>((resolve) => waiting.set(text, () => resolve(true)));
      const result = await Promise.race([arrived, pause(msMax).then(() => false)]);
      waiting.delete(text);
      return result;
    },
    close: () => realtime.close(),
  };
}
