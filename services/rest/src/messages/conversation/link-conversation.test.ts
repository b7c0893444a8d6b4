import { type Decoded, decodedLabels, type Message, MessageIds } from "@jetwire/protocol";
import { testMessage } from "@jetwire/testbed";
import { describe, expect, test } from "vitest";
import { linkConversation } from "./link-conversation.ts";

const startMs = Date.parse("2026-03-01T12:00:00.000Z");

/** A message by its time in seconds. */
function at(seconds: number, over: Partial<Message>): Message {
  const timeMs = startMs + seconds * 1_000;
  return testMessage({
    id: new MessageIds(() => timeMs).next(0),
    timestamp: new Date(timeMs).toISOString(),
    label: "H1",
    text: null,
    blockId: null,
    messageNumber: null,
    ...over,
  });
}

function content(application: string, items: Decoded["items"]): Decoded {
  const [by, level] = ["decoder", "full"] as const;
  return { by, decoder: "libacars", level, application, description: application, items };
}

function cpdlc(number: number, replyTo?: number, application = "cpdlc"): Partial<Message> {
  const items: Decoded["items"] = [{ label: decodedLabels.messageNumber, value: number }];
  if (replyTo !== undefined) items.push({ label: decodedLabels.replyTo, value: replyTo });
  return { label: null, decoded: content(application, items) };
}

function adsc(station: string): Partial<Message> {
  return {
    label: null,
    decoded: content("adsc", [{ label: decodedLabels.groundStation, value: station }]),
  };
}

const [up, down] = [{ linkDirection: "uplink" }, { linkDirection: "downlink" }] as const;

/** Names the messages of a conversation, each with what relates it to which. */
function linked(messages: Record<string, Message>, asked: string): string[] {
  const nameOf = (id: string) =>
    Object.entries(messages).find(([, message]) => message.id === id)?.[0] ?? "?";
  const found = linkConversation(Object.values(messages), messages[asked]?.id ?? "");
  return found.messages.map(({ message, relations }) =>
    [
      nameOf(message.id),
      ...relations.map(({ relation, messageId }) => `${relation} ${nameOf(messageId)}`),
    ].join(" "),
  );
}

type Case = [name: string, messages: Record<string, Message>, asked: string, expected: string[]];

describe("messages that belong together", () => {
  test.each<Case>([
    [
      "a CPDLC instruction, its answer by reference and the acknowledgements of both",
      {
        climb: at(0, { ...up, ...cpdlc(7), blockId: "C" }),
        position: at(5, { ...down, blockId: "3", text: "POSN59" }),
        wilco: at(20, { ...down, ...cpdlc(1, 7), blockId: "4", ack: "C" }),
        received: at(21, { ...up, label: "_d", ack: "4" }),
      },
      "climb",
      ["climb", "wilco replies-to climb acknowledges climb", "received acknowledges wilco"],
    ],
    [
      "a dialogue of several CPDLC messages, from any of them",
      {
        request: at(0, { ...down, ...cpdlc(3) }),
        standby: at(10, { ...up, ...cpdlc(20, 3) }),
        cleared: at(60, { ...up, ...cpdlc(21, 3) }),
        wilco: at(90, { ...down, ...cpdlc(4, 21) }),
      },
      "wilco",
      [
        "request",
        "standby replies-to request",
        "cleared replies-to request",
        "wilco replies-to cleared",
      ],
    ],
    [
      "the latest CPDLC message of a number, which is used again after 63",
      {
        old: at(0, { ...up, ...cpdlc(7) }),
        recent: at(600, { ...up, ...cpdlc(7) }),
        wilco: at(620, { ...down, ...cpdlc(1, 7) }),
      },
      "wilco",
      ["recent", "wilco replies-to recent"],
    ],
    [
      "no CPDLC message of the same direction, of ATN, or of half an hour ago",
      {
        ancient: at(-1_900, { ...up, ...cpdlc(7) }),
        own: at(0, { ...down, ...cpdlc(7) }),
        atn: at(1, { ...up, ...cpdlc(7, undefined, "atn-cpdlc") }),
        wilco: at(2, { ...down, ...cpdlc(1, 7) }),
      },
      "wilco",
      ["wilco"],
    ],
    [
      "the request, the clearance and the readback of an oceanic clearance by labels",
      {
        request: at(0, { ...down, label: "B1" }),
        clearance: at(300, { ...up, label: "A1" }),
        readback: at(350, { ...down, label: "B2" }),
        other: at(360, { ...up, label: "A9" }),
      },
      "clearance",
      ["request", "clearance replies-to request", "readback replies-to clearance"],
    ],
    [
      "what an H1 message requests, and the response to it",
      {
        winds: at(0, { ...down, text: "#M1BREQPWI/WQ310:320" }),
        given: at(40, { ...up, text: "- #MDPWI/WD310,NIKOL" }),
        response: at(45, { ...down, text: "RESPWI/AK,9" }),
        rejected: at(46, { ...down, text: "REJFPN" }),
      },
      "winds",
      ["winds", "given replies-to winds", "response replies-to given"],
    ],
    [
      "a request for a position and its rejection",
      {
        request: at(0, { ...up, text: "REQPOS037B" }),
        rejection: at(9, { ...down, text: "REJPOS,107" }),
      },
      "request",
      ["request", "rejection replies-to request"],
    ],
    [
      "a CPDLC connection and its confirmation",
      {
        request: at(0, { ...up, label: "AA", text: "/XXXXCAYA.CR1.N101AB0" }),
        confirmation: at(9, { ...down, label: "BA", text: "/XXXXCAYA.CC1.N101AB0" }),
      },
      "confirmation",
      ["request", "confirmation replies-to request"],
    ],
    [
      "an ADS-C contract and its reports, not those to another station",
      {
        contract: at(0, { ...up, ...adsc("XXXXCAYA") }),
        other: at(1, { ...up, ...adsc("YYYYCAYA") }),
        first: at(30, { ...down, ...adsc("XXXXCAYA") }),
        elsewhere: at(31, { ...down, ...adsc("YYYYCAYA") }),
        second: at(900, { ...down, ...adsc("XXXXCAYA") }),
      },
      "second",
      ["contract", "first reports-for contract", "second reports-for contract"],
    ],
    [
      "the blocks of one message, and no others",
      {
        a: at(0, { ...down, messageNumber: "D25A" }),
        b: at(6, { ...down, messageNumber: "D25B" }),
        next: at(9, { ...down, messageNumber: "D26A" }),
        later: at(800, { ...down, messageNumber: "D25C" }),
      },
      "b",
      ["a", "b continues a"],
    ],
    [
      "an acknowledgement and the block that it acknowledges, the latest of its id on the same link",
      {
        old: at(0, { ...down, blockId: "5" }),
        vdl: at(50, { ...down, blockId: "5", sourceType: "vdl" }),
        block: at(40, { ...down, blockId: "5" }),
        ack: at(60, { ...up, label: "_d", ack: "5" }),
      },
      "ack",
      ["block", "ack acknowledges block"],
    ],
    [
      "acknowledgements of the asked message only, not of all that they acknowledge in turn",
      {
        first: at(0, { ...down, blockId: "1" }),
        up: at(5, { ...up, blockId: "A", ack: "1" }),
        second: at(9, { ...down, blockId: "2", ack: "A" }),
        last: at(12, { ...up, blockId: "B", ack: "2" }),
      },
      "first",
      ["first", "up acknowledges first"],
    ],
    [
      "nothing by an unknown direction, an empty reference or a NAK",
      {
        nak: at(0, { linkDirection: null, ack: null, blockId: null }),
        other: at(1, { ...up, ack: null, blockId: null, label: null }),
        asked: at(2, { ...down, label: null }),
      },
      "asked",
      ["asked"],
    ],
    [
      "an answer whose station's clock is a second behind",
      {
        request: at(1, { ...down, label: "B9" }),
        answer: at(0, { ...up, label: "A9" }),
      },
      "request",
      ["answer replies-to request", "request"],
    ],
  ])("%s", (_name, messages, asked, expected) => {
    expect(linked(messages, asked)).toEqual(expected);
  });

  test("of more than 100, those nearest in time are returned, and it is said", () => {
    const contract = at(0, { ...up, ...adsc("XXXXCAYA") });
    const reports = Array.from({ length: 150 }, (_, n) =>
      at(10 + n * 10, { ...down, ...adsc("XXXXCAYA") }),
    );
    const found = linkConversation([contract, ...reports], reports[149]?.id ?? "");
    expect(found.complete).toBe(false);
    expect(found.messages).toHaveLength(100);
    expect(found.messages.at(-1)?.message.id).toBe(reports[149]?.id);
    expect(found.messages.flatMap(({ relations }) => relations)).toEqual([]);
    const whole = linkConversation([contract, ...reports.slice(0, 99)], contract.id);
    expect(whole.complete).toBe(true);
    expect(whole.messages).toHaveLength(100);
  });
});
