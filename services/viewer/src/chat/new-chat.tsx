import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useRest } from "../data/rest/use-rest.ts";
import { Field } from "../form/field.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { QueryState } from "../ui/query-state/query-state.tsx";
import { useDebounced } from "../ui/use-debounced.ts";
import { UntrustedName } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { rememberPartner } from "./partner-name.ts";
import { Button } from "../ui/button.tsx";

const lettersMin = 3;
const quietMs = 250;

/** Finds a user by the beginning of the name, and opens the conversation. */
export function NewChat({ onClose }: { onClose: () => void }): ReactNode {
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const name = useDebounced(text.trim(), quietMs);
  const isLongEnough = name.length >= lettersMin;
  const found = useRest(
    ["users", name],
    (client, signal) => Array.fromAsync(client.findUsers({ name }, { signal })),
    { isEnabled: isLongEnough, staleMs: 60_000 },
  );
  return (
    <Dialog title={en.chat.newChat} onClose={onClose}>
      <Field
        label={en.chat.findUser}
        value={text}
        onText={setText}
        autoFocus
        maxLength={64}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
      />
      {isLongEnough && (
        <QueryState query={found} lines={2}>
          {(users) =>
            users.length === 0 ? (
              <p className="quiet">{en.chat.noUser}</p>
            ) : (
              <ul>
                {users.map(({ userId, username }) => (
                  <li key={userId}>
                    <Button
                      kind="bare"
                      className="menu-link"
                      onClick={() => {
                        onClose();
                        rememberPartner(userId, username);
                        void navigate({ to: "/chat/{-$userId}", params: { userId } });
                      }}
                    >
                      <UntrustedName text={username} />
                    </Button>
                  </li>
                ))}
              </ul>
            )
          }
        </QueryState>
      )}
    </Dialog>
  );
}
