import type { ReactNode } from "react";
import { UntrustedText } from "../text/untrusted-text.tsx";
import "./lead.css";

interface LeadProps {
  /** The question that the page answers first. */
  readonly label: string;
  readonly tone?: "good" | "warn" | "bad" | undefined;
  /** A few words about the answer. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

/** The one answer of a page, first and large. */
export function Lead({ label, tone, note, children }: LeadProps): ReactNode {
  return (
    <section className="panel lead" data-tone={tone} aria-label={label}>
      <p className="quiet small">
        <UntrustedText text={label} />
      </p>
      <div className="lead-answer">{children}</div>
      {note !== undefined && <p className="lead-note quiet">{note}</p>}
    </section>
  );
}

/** One of those that come first, with the figure by which they do. */
export interface Leader {
  readonly key: string;
  readonly figure: ReactNode;
  readonly name: ReactNode;
  readonly detail: ReactNode;
}

/** Those that come first, as the answer of a page. */
export function Leaders(props: { label: string; leaders: readonly Leader[] }): ReactNode {
  const { label, leaders } = props;
  return (
    <section className="leaders" aria-label={label}>
      <h2 className="quiet small">{label}</h2>
      <ol>
        {leaders.map(({ key, figure, name, detail }) => (
          <li key={key} className="panel leader">
            <span className="figure">{figure}</span>
            <span className="leader-name">{name}</span>
            <span className="quiet small">{detail}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
