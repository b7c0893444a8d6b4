import { rest } from "../data/rest/rest.ts";
import { session } from "../data/session/session.ts";
import { changeDisplay, display } from "../ui/display/display.ts";
import { readDisplay } from "../ui/display/stored-display.ts";
import { createAccountDisplay, type DisplayAccount } from "./account-display.ts";

const quietMs = 1_000;

/** Keeps the choices of the display in the account of the signed-in user. */
export function followAccountDisplay(): void {
  const setAccount = createAccountDisplay({ display, apply: changeDisplay, quietMs });
  let userId: string | undefined;
  session.subscribe(() => {
    const id = session.get()?.user?.id;
    if (id === userId) return;
    userId = id;
    setAccount(id === undefined ? null : restAccount);
  });
}

const restAccount: DisplayAccount = {
  async load() {
    const { preferences } = await (await rest()).readProfile();
    const isKept = Object.keys(preferences).length > 0;
    return isKept ? readDisplay(JSON.stringify(preferences)) : null;
  },
  async save(chosen) {
    await (await rest()).changeProfile({ body: { preferences: { ...chosen } } });
  },
};
