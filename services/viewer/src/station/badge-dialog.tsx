import type { ReactNode } from "react";
import { CopyButton } from "../ui/copy-button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { UntrustedText } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { badgeTexts } from "./badge-texts.ts";

interface BadgeDialogProps {
  readonly id: number;
  readonly ident: string;
  onClose(): void;
}

const names = en.stations;

/** The status badge of a station, and the texts that put it into another web page. */
export function BadgeDialog({ id, ident, onClose }: BadgeDialogProps): ReactNode {
  const alt = names.badgeAlt(ident);
  const { image, markdown, html } = badgeTexts({ id, alt, origin: location.origin });
  return (
    <Dialog title={names.badgeTitle} onClose={onClose} width="wide">
      <p>{names.badgeText}</p>
      <img src={image} alt={alt} className="badge-image" height={20} />
      <Text name={names.markdown} text={markdown} />
      <Text name={names.html} text={html} />
      <Text name={names.address} text={image} />
    </Dialog>
  );
}

function Text({ name, text }: { name: string; text: string }): ReactNode {
  return (
    <section className="badge-text">
      <div className="chart-head">
        <h3>{name}</h3>
        <CopyButton text={text} />
      </div>
      <pre className="mono">
        <UntrustedText text={text} />
      </pre>
    </section>
  );
}
