import { Check, Copy } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { en } from "../text/en.ts";

const copiedMs = 2_000;

/** Copies a text. It shows for a moment that it has. */
export function CopyButton({
  text,
  label = en.states.copy,
}: {
  text: string;
  label?: string;
}): ReactNode {
  const [isCopied, setCopied] = useState(false);
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), copiedMs);
  }
  return (
    <Button className="copy-button" onClick={() => void copy()}>
      {isCopied ? <Icon of={Check} /> : <Icon of={Copy} />}
      <span aria-live="polite">{isCopied ? en.states.copied : label}</span>
    </Button>
  );
}
