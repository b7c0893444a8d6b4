/** Process that sends messages at a rate, in ticks, by the sender that it was started with. */
import { createHash } from "node:crypto";
import { pause } from "@jetwire/runtime";
import { createBenchMessages } from "./bench-messages.ts";
import { answerParent } from "../process-commands.ts";
import { processSettings } from "../bench-process.ts";
import { openSender } from "./index.ts";
import type { SenderSettings } from "./sender.ts";

export interface SendingPlan {
  readonly perSecond: number;
  readonly seconds: number;
  readonly tickMs: number;
}

export interface Sent {
  readonly messages: number;
  readonly ticks: number;
  readonly seconds: number;
  /** SHA-256 over the JSON texts in order. */
  readonly digest: string;
}

export interface SendingCommands {
  /** Resolves once everything is sent. */
  send(plan: SendingPlan): Promise<Sent>;
}

const send = await openSender(processSettings() as SenderSettings);
const messages = createBenchMessages();

answerParent<SendingCommands>({
  async send({ perSecond, seconds, tickMs }) {
    const digest = createHash("sha256");
    const start = performance.now();
    const ticks = Math.max(1, Math.round((seconds * 1_000) / tickMs));
    let sent = 0;
    for (let tick = 0; tick < ticks; tick++) {
      await pause(Math.max(0, start + tick * tickMs - performance.now()));
      const due = Math.round(((tick + 1) * perSecond * tickMs) / 1_000) - sent;
      if (due <= 0) continue;
      const batch = messages.next(due);
      for (const { text } of batch) digest.update(text);
      sent += due;
      await send(batch);
    }
    const took = (performance.now() - start) / 1_000;
    return { messages: sent, ticks, seconds: took, digest: digest.digest("hex") };
  },
});
