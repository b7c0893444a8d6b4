import { CSPProvider } from "@base-ui/react/csp-provider";
import { Popover as Base } from "@base-ui/react/popover";
import type { ReactNode } from "react";
import "./overlay.css";

interface PopoverProps {
  readonly anchor: HTMLElement | null;
  readonly title: string;
  readonly children: ReactNode;
  onClose(): void;
  readonly side?: "top" | "right" | "bottom" | "left";
}

/** A small surface beside the control that opened it. It is open while it is mounted. */
export function Popover({
  anchor,
  title,
  children,
  onClose,
  side = "bottom",
}: PopoverProps): ReactNode {
  return (
    <CSPProvider disableStyleElements>
      <Base.Root
        open
        onOpenChange={(isOpen) => {
          if (!isOpen) onClose();
        }}
      >
        <Base.Portal>
          <Base.Positioner
            anchor={anchor}
            side={side}
            align="start"
            sideOffset={6}
            className="layer"
          >
            <Base.Popup className="popover">
              <Base.Title className="visually-hidden">{title}</Base.Title>
              {children}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  );
}
