import { IngestAnswer } from "@jetwire/protocol";

/**
 * Sends an object to ingest by HTTP, as a feeder does. Returns the message's id, or null while ingest cannot
 * tell it, because Redis does not answer.
 *
 * @throws Error if the message was not accepted.
 */
export type SendCanary = (line: string) => Promise<string | null>;

const sendMsMax = 5_000;

/** @param url the address of `POST /v1/ingest` */
export function createSendCanary(url: string): SendCanary {
  return async (line) => {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: line,
      redirect: "error",
      signal: AbortSignal.timeout(sendMsMax),
    });
    const text = await response.text();
    if (response.status !== 202) throw new Error(`ingest answered ${response.status}`);
    const [item] = IngestAnswer.parse(JSON.parse(text)).items;
    if (item?.status !== "accepted") {
      throw new Error(`ingest answered: ${item?.status ?? "no result"} (${item?.reason ?? ""})`);
    }
    return item.id ?? null;
  };
}
