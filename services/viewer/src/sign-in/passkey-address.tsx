import type { ReactNode } from "react";
import { en } from "../text/en.ts";

/** Says where passkeys work, on a page at an address where they do not. */
export function PasskeyAddress({ url }: { url: string | null }): ReactNode {
  if (url === null || new URL(url).origin === location.origin) {
    return <p className="quiet">{en.signIn.passkeysNowhere}</p>;
  }
  return (
    <p className="quiet">
      <a href={url}>{en.signIn.passkeysElsewhere(url)}</a>
    </p>
  );
}
