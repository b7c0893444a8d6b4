import { type ReactNode, useEffect } from "react";
import { en } from "../text/en.ts";
import { UntrustedName } from "../text/untrusted-text.tsx";
import { plainText } from "../text/plain-text.ts";

const tabCharsMax = 120;

/** The heading of a page, which is also the title of its tab unless another one is given. */
export function PageTitle({
  text,
  tab = text,
  className,
}: {
  text: string;
  tab?: string;
  className?: string;
}): ReactNode {
  useEffect(() => {
    document.title = en.pages.suffix(plainText(tab, tabCharsMax));
  }, [tab]);
  return (
    <h1 tabIndex={-1} className={className}>
      <UntrustedName text={text} />
    </h1>
  );
}
