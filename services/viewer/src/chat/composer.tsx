import type { ChatMessage } from "@jetwire/protocol";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "../ui/button.tsx";
import { readProblem } from "../data/rest/problem.ts";
import { currentRealtime } from "../data/live/realtime.ts";
import { useCommand } from "../data/rest/use-command.ts";
import { en } from "../text/en.ts";
import { count } from "../text/numbers.ts";
import { LongField } from "../form/field.tsx";

const charsMax = 2_000;
const counterFrom = 1_800;
const typingMs = 4_000;

interface Draft {
  readonly body: string;
  readonly clientId: string;
}

/** The field to write a message. Enter sends, Shift and Enter begins a line. */
export function Composer({
  userId,
  onSent,
}: {
  userId: string;
  onSent: (message: ChatMessage) => void;
}): ReactNode {
  const [text, setText] = useState("");
  const draft = useRef<Draft>(null);
  const typing = useTyping(userId);
  const length = Array.from(text.trim()).length;

  const command = useCommand(
    (_client, written: Draft) => currentRealtime().chat.send({ recipientId: userId, ...written }),
    {
      onDone(message) {
        draft.current = null;
        onSent(message);
        setText("");
        typing(false);
      },
    },
  );

  function send(): void {
    if (length === 0 || length > charsMax || command.isRunning) return;
    // The same words again are the same message: the server may have stored the first attempt.
    if (draft.current?.body !== text) draft.current = { body: text, clientId: makeClientId() };
    command.run(draft.current);
  }

  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {command.error && !command.isRunning && (
        <div className="failure" role="alert">
          <p>
            {en.chat.notSent} {readProblem(command.error).text}
          </p>
          <Button type="submit">{en.chat.sendAgain}</Button>
        </div>
      )}
      <div className="composer-line">
        <LongField
          label={en.chat.write}
          labelled="hidden"
          rows={2}
          placeholder={en.chat.write}
          value={text}
          onText={(next) => {
            setText(next);
            typing(next !== "");
          }}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            send();
          }}
        />
        <Button
          type="submit"
          kind="main"
          disabled={length === 0 || length > charsMax || command.isRunning}
        >
          {command.isRunning ? en.chat.sending : en.chat.send}
        </Button>
      </div>
      {length >= counterFrom && (
        <p className={length > charsMax ? "bad small" : "quiet small"}>
          {en.chat.left(count(charsMax - length))}
        </p>
      )}
    </form>
  );
}

function makeClientId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join("-");
}

/** Returns what shows the other user that somebody types, at most every four seconds. */
function useTyping(userId: string): (isTyping: boolean) => void {
  const sentAtMs = useRef(-typingMs);
  const stop = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(stop.current), []);
  return (isTyping) => {
    const { chat } = currentRealtime();
    clearTimeout(stop.current);
    if (!isTyping) {
      chat.typing(userId, false);
      sentAtMs.current = -typingMs;
      return;
    }
    stop.current = setTimeout(() => chat.typing(userId, false), typingMs);
    if (performance.now() - sentAtMs.current < typingMs) return;
    sentAtMs.current = performance.now();
    chat.typing(userId, true);
  };
}
