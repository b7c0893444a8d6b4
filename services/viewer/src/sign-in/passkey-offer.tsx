import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { useCommand } from "../data/rest/use-command.ts";
import { en } from "../text/en.ts";
import { CommandFailure } from "./command-failure.tsx";
import { addPasskey } from "./passkey.ts";

/** Offers a passkey to those who have just made an account by a mail. */
export function PasskeyOffer({ onDone }: { onDone: () => Promise<void> }): ReactNode {
  const add = useCommand(addPasskey, { onDone });
  const skip = useCommand(onDone);
  return (
    <>
      <p>{en.signIn.link.passkeyOffer}</p>
      <Button kind="main" command={add}>
        {en.signIn.link.addPasskey}
      </Button>
      <Button command={skip}>{en.signIn.link.skip}</Button>
      <CommandFailure command={add} />
      <CommandFailure command={skip} />
    </>
  );
}
