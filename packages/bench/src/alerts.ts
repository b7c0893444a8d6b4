import type { MessageRule } from "@jetwire/db";
import { compileRule } from "@jetwire/persister";
import { candidateOf, FilterIndex } from "@jetwire/protocol";
import type { AlertFilter } from "@jetwire/protocol";
import { createSeededRandom } from "@jetwire/simulator";
import { createMaterial } from "./persist.ts";
import { median, type Section } from "./report.ts";
import { messageTexts, seed } from "./simulated-messages.ts";

const messages = 20_000;
const passes = 9;
const ruleCounts = [0, 100, 1_000, 10_000] as const;

/**
 * Measures comparing messages with alert rules of all kinds, beside JSON.parse of the same messages,
 * which the persister does for each message anyway.
 */
export function runAlertMatching(): Section {
  const make = createMaterial(messageTexts(messages));
  const material = Array.from({ length: messages }, make);
  const texts = material.map(({ message }) => JSON.stringify(message));
  const parseMs = median(
    timesOf(() => {
      for (const text of texts) JSON.parse(text);
    }),
  );
  const results = ruleCounts.map((count) => {
    const rules = makeRules(count, material);
    const index = new FilterIndex(rules.map((rule) => compileRule(rule, new Map())));
    let looked = 0;
    let matched = 0;
    const ms = median(
      timesOf(() => {
        looked = 0;
        matched = 0;
        for (const { message, links } of material) {
          const candidate = candidateOf(message, links.flightKey, null);
          index.eachCandidate(candidate, (rule) => {
            looked++;
            if (rule.fits(candidate.message)) matched++;
          });
        }
      }),
    );
    return { count, ms, looked: looked / messages, matched: matched / messages };
  });
  const perMessage = (ms: number) => ((ms * 1e6) / messages).toFixed(0);
  return {
    name: "alerts",
    heading: `alerts: ${messages} simulated messages (seed ${seed}), median of ${passes} passes`,
    rows: [
      ["", "ns/message", "share of JSON.parse", "rules compared", "rules matched"],
      ["JSON.parse alone", perMessage(parseMs), "100 %", "", ""],
      ...results.map(({ count, ms, looked, matched }) => [
        `${count} rules`,
        perMessage(ms),
        `${Math.round((100 * ms) / parseMs)} %`,
        looked.toFixed(2),
        matched.toFixed(2),
      ]),
    ],
    figures: { messages, parseMs, results },
  };
}

function timesOf(work: () => void): number[] {
  return Array.from({ length: passes + 1 }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  }).slice(1);
}

/** Makes rules as people would: mostly of one tail or flight, some of texts, areas and airlines. */
function makeRules(
  count: number,
  material: readonly ReturnType<ReturnType<typeof createMaterial>>[],
) {
  const random = createSeededRandom(seed);
  const pick = () => random.pick(material).message;
  return Array.from({ length: count }, (_, n): MessageRule => {
    return { id: String(n), accountId: "a", filter: filterOf(n % 10), mutedUntil: null };
  });

  function filterOf(kind: number): AlertFilter {
    const message = pick();
    const west = random.integer(-180, 170);
    const south = random.integer(-90, 80);
    const text = message?.text?.match(/[A-Z0-9]{5,}/)?.[0].slice(0, 8);
    if (kind < 4) return { tail: message?.tail?.replaceAll("-", "") ?? "N1" };
    if (kind < 7) return { flight: message?.flightNumber ?? "UA1" };
    if (kind === 7) return { text: text ?? `TEXT${kind}` };
    if (kind === 8) return { bbox: [west, south, west + 2, south + 2] };
    return { airline: (message?.flightNumber ?? "UA").slice(0, 2), label: ["H1"] };
  }
}
