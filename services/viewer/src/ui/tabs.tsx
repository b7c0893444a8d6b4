import { CSPProvider } from "@base-ui/react/csp-provider";
import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";
import "./tabs.css";

/** A tab and what it shows. Only the chosen one is in the page. */
export interface Tab {
  readonly id: string;
  readonly name: string;
  /** The number of things in it; not shown if unknown. */
  readonly count?: number | undefined;
  readonly content: ReactNode;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly chosen: string;
  onChoose(id: string): void;
}

/** Several contents of which one is shown at a time. */
export function Tabs({ label, tabs, chosen, onChoose }: TabsProps): ReactNode {
  const value = tabs.some(({ id }) => id === chosen) ? chosen : (tabs[0]?.id ?? "");
  return (
    <CSPProvider disableStyleElements>
      <Base.Root value={value} onValueChange={(id) => onChoose(String(id))} className="tabs">
        <Base.List className="tab-list" aria-label={label} activateOnFocus>
          {tabs.map(({ id, name, count }) => (
            <Base.Tab key={id} value={id} className="tab">
              {name}
              {count !== undefined && <span className="tab-count">{count}</span>}
            </Base.Tab>
          ))}
        </Base.List>
        {tabs.map(({ id, content }) => (
          <Base.Panel key={id} value={id} className="tab-panel">
            {content}
          </Base.Panel>
        ))}
      </Base.Root>
    </CSPProvider>
  );
}
