import type { ReadMessage } from "@jetwire/protocol";
import type { ReactNode } from "react";
import { Fact, Facts } from "../entity/facts.tsx";
import { en } from "../text/en.ts";
import { count, decibels, signedText } from "../text/numbers.ts";

const texts = en.message.signal;
const members = ["noise", "snr", "frequencySkew", "bitRate", "slot", "octetsCorrected"] as const;

/** How well the station received the message, as far as its decoder tells; nothing if it tells nothing. */
export function SignalFacts({ message }: { message: ReadMessage }): ReactNode {
  const { noise, snr, frequencySkew, bitRate, slot, octetsCorrected } = message;
  if (members.every((name) => message[name] === undefined)) return null;
  return (
    <section aria-label={texts.title}>
      <h3>{texts.title}</h3>
      <Facts isShort>
        <Fact name={texts.snr}>{snr !== undefined && decibels(snr)}</Fact>
        <Fact name={texts.noise}>{noise !== undefined && decibels(noise)}</Fact>
        <Fact name={texts.frequencySkew}>
          {frequencySkew !== undefined && texts.hertz(signedText(frequencySkew))}
        </Fact>
        <Fact name={texts.bitRate}>
          {bitRate !== undefined && texts.bitsPerSecond(count(bitRate))}
        </Fact>
        <Fact name={texts.slot}>{slot !== undefined && (texts.slots[slot] ?? slot)}</Fact>
        <Fact name={texts.octetsCorrected}>
          {octetsCorrected !== undefined && count(octetsCorrected)}
        </Fact>
      </Facts>
    </section>
  );
}
