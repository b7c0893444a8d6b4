import type { EntryWhole, Message, Whole } from "@jetwire/protocol";

/** A whole that a message completes; `over` says what the test is about. */
export function testWhole(
  message: Message,
  over: Partial<Whole> = {},
  stationIds: readonly number[] = [message.stationId],
): EntryWhole {
  const whole: Whole = {
    id: message.id,
    groupId: message.groupId,
    stationId: message.stationId,
    timestamp: message.timestamp,
    partIds: [message.groupId],
    joinedBy: "service",
    text: "FIRST PART, LAST PART\r\n",
    decoded: null,
    latitude: null,
    longitude: null,
    altitude: null,
    ...over,
  };
  return { stationIds: [...stationIds], whole };
}
