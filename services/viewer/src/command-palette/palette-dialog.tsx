import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { useStore } from "../data/store.ts";
import { type ChoiceLine, ChoiceList } from "../ui/choice-list.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { UntrustedText } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { classify, mergeTargets, pathOf } from "./palette-target.ts";
import { TargetLine } from "./target-line.tsx";
import { stopCollecting, typedAhead } from "./typed-ahead.ts";
import { useLookup } from "./use-lookup.ts";

const charsMax = 64;

/** The box that leads to anything by its name or id. */
export function PaletteDialog({ onClose }: { onClose: () => void }): ReactNode {
  const navigate = useNavigate();
  const ahead = useStore(typedAhead);
  const [entered, setText] = useState<string | null>(null);
  const text = entered ?? ahead;
  // From here on the field has the focus and takes what is typed.
  useEffect(stopCollecting, []);
  const typed = text.trim();
  const found = useLookup(typed);
  // What has a clear form is known at once.
  const targets = typed === "" ? [] : mergeTargets(classify(typed), found.targets);
  const { isPending } = found;
  const [first] = targets;

  // Enter before the answer takes the first target of the answer.
  const [awaited, setAwaited] = useState<string | null>(null);
  const isAwaited = awaited !== null && awaited === typed && !isPending;
  useEffect(() => {
    if (!isAwaited) return;
    const { path, query } = first ? pathOf(first) : { path: "/search", query: { q: awaited } };
    onClose();
    void navigate({ to: path, search: query });
  }, [isAwaited, awaited, first, onClose, navigate]);

  function go(path: string, query: Readonly<Record<string, string>>): void {
    onClose();
    void navigate({ to: path, search: query });
  }

  const choices: ChoiceLine[] = targets.map((target) => ({
    id: `${target.kind} ${target.id}`,
    content: <TargetLine target={target} />,
    choose() {
      const { path, query } = pathOf(target);
      go(path, query);
    },
  }));
  if (typed !== "") {
    choices.push({
      id: "search",
      content: (
        <>
          <span className="choice-kind">{en.commandPalette.text}</span>
          <span className="choice-title">
            {en.commandPalette.searchFor} “<UntrustedText text={typed} />”
          </span>
        </>
      ),
      choose() {
        if (isPending && targets.length === 0) setAwaited(typed);
        else go("/search", { q: typed });
      },
    });
  }
  return (
    <Dialog title={en.frame.commandPalette} onClose={onClose}>
      <ChoiceList
        label={en.frame.commandPalette}
        hint={en.commandPalette.hint}
        text={text}
        charsMax={charsMax}
        choices={choices}
        onText={setText}
      />
      {typed === "" && <p className="quiet small">{en.commandPalette.kinds}</p>}
      {typed !== "" && found.error && <p className="warn small">{en.commandPalette.failed}</p>}
    </Dialog>
  );
}
