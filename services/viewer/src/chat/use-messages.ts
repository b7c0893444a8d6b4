import type { ChatMessage } from "@jetwire/protocol";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { markChatRead } from "../data/live/notices.ts";
import { currentRealtime, onRealtime } from "../data/live/realtime.ts";
import { rest } from "../data/rest/rest.ts";
import { merged } from "./merged.ts";

const pageRows = 50;
const typingMs = 6_000;

/** Reads the messages with a user, oldest first, and follows what is said. */
export function useMessages(userId: string) {
  const queries = useQueryClient();
  const [live, setLive] = useState<readonly ChatMessage[]>([]);
  const [isTyping, setTyping] = useState(false);
  const [readAt, setReadAt] = useState<string | null>(null);
  const query = useInfiniteQuery({
    queryKey: ["chat", userId],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const client = await rest();
      const input = { userId, ...(pageParam !== undefined && { before: pageParam }) };
      const options = { itemsMax: pageRows, signal };
      return await Array.fromAsync(client.listThreadMessages(input, options));
    },
    getNextPageParam: (last) => (last.length < pageRows ? undefined : last.at(-1)?.id),
  });

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onRealtime((realtime) => {
      const offs = [
        realtime.on("chat:message:new", (message) => {
          if (message.senderId !== userId && message.recipientId !== userId) return;
          setLive((known) => [...known, message]);
          setTyping(false);
          if (message.senderId === userId && !document.hidden) void markChatRead(realtime, userId);
        }),
        realtime.on("chat:typing", (typing) => {
          if (typing.userId !== userId) return;
          clearTimeout(timer);
          setTyping(typing.isTyping);
          timer = setTimeout(() => setTyping(false), typingMs);
        }),
        realtime.on("chat:thread:read", (thread) => {
          if (thread.userId === userId) setReadAt(thread.readAt);
        }),
        // What was said during an outage is read anew.
        realtime.on("chat:authenticated", () => {
          void queries.invalidateQueries({ queryKey: ["chat", userId] });
        }),
      ];
      return () => {
        for (const off of offs) off();
      };
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [userId, queries]);

  useEffect(() => {
    markChatRead(currentRealtime(), userId).catch(() => {
      // It stays unread, and is marked when the next message comes.
    });
  }, [userId]);

  const stored = query.data?.pages.flat().toReversed() ?? [];
  return {
    query,
    messages: merged(stored, live),
    isTyping,
    partnerReadAt: readAt,
    add: (message: ChatMessage) => setLive((known) => [...known, message]),
  };
}
