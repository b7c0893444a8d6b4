import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { Dialog } from "../look/dialog.tsx";
import { en } from "../words/en.ts";

/** The box that leads to anything by its name or id. */
export function JumpDialog({ onClose }: { onClose: () => void }): ReactNode {
  const navigate = useNavigate();
  const [text, setText] = useState("");
  return (
    <Dialog title={en.frame.jump} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onClose();
          void navigate({ to: "/search", search: { q: text } });
        }}
      >
        <input
          className="input"
          aria-label={en.frame.jump}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
