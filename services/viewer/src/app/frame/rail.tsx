import { Link } from "@tanstack/react-router";
import { PanelLeftClose, PanelLeftOpen, Search } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "../../ui/icon.tsx";
import { session } from "../../data/session/session.ts";
import { useStore } from "../../data/store.ts";
import { changeDisplay } from "../../ui/display/display.ts";
import { en } from "../../text/en.ts";
import { AccountMenu } from "./account-menu.tsx";
import { ConnectionLine } from "./connection-line.tsx";
import { openCommandPalette } from "../../command-palette/command-palette.tsx";
import { type FramePage, linkedPages } from "../pages.ts";
import { useUnread } from "../unread.ts";
import { UnreadBadge } from "../../ui/unread-badge.tsx";
import { Button } from "../../ui/button.tsx";

/** The navigation at the left of wide screens. */
export function Rail({
  iconsOnly,
  canWiden,
}: {
  iconsOnly: boolean;
  canWiden: boolean;
}): ReactNode {
  const isOperator = useStore(session)?.isOperator === true;
  const groups = ["watch", "own", ...(isOperator ? (["operate"] as const) : [])] as const;
  return (
    <header className="rail">
      <Link to="/" className="rail-brand">
        <span className="brand-mark" aria-hidden="true" />
        {!iconsOnly && en.frame.product}
        {iconsOnly && <span className="visually-hidden">{en.frame.product}</span>}
      </Link>
      <Button
        kind="bare"
        className="rail-palette"
        onClick={openCommandPalette}
        {...(iconsOnly && { "aria-label": en.frame.commandPalette })}
      >
        <Icon of={Search} />
        {!iconsOnly && (
          <>
            <span>{en.frame.commandPalette}</span>
            <kbd>{en.frame.commandPaletteHint}</kbd>
          </>
        )}
      </Button>
      <nav aria-label={en.frame.pages}>
        {groups.map((group) => (
          <ul key={group}>
            {linkedPages
              .filter((page) => page.group === group)
              .map((page) => (
                <li key={page.to}>
                  <RailLink page={page} iconsOnly={iconsOnly} />
                </li>
              ))}
          </ul>
        ))}
      </nav>
      <div className="rail-foot">
        <ConnectionLine iconsOnly={iconsOnly} />
        <AccountMenu iconsOnly={iconsOnly} />
        {canWiden && (
          <Button
            kind="bare"
            className="rail-link"
            onClick={() => changeDisplay({ narrowRail: !iconsOnly })}
            aria-label={iconsOnly ? en.frame.expand : en.frame.collapse}
          >
            {iconsOnly ? <Icon of={PanelLeftOpen} /> : <Icon of={PanelLeftClose} />}
            {!iconsOnly && <span>{en.frame.collapse}</span>}
          </Button>
        )}
      </div>
    </header>
  );
}

function RailLink({ page, iconsOnly }: { page: FramePage; iconsOnly: boolean }): ReactNode {
  const unread = useUnread(page.to);
  return (
    <Link
      to={page.to}
      className="rail-link"
      activeOptions={{ exact: page.to === "/", includeSearch: false }}
      activeProps={{ "aria-current": "page" }}
      {...(iconsOnly && {
        "aria-label": en.frame.withUnread(page.name, unread),
        title: page.name,
      })}
    >
      <Icon of={page.icon} />
      {!iconsOnly && <span>{page.name}</span>}
      <UnreadBadge count={unread} />
    </Link>
  );
}
