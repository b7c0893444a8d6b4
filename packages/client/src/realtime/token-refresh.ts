import { inTime } from "./timeouts.ts";

/** Gives a session token that holds now. Rejecting means that none can be had just now. */
export type GetToken = () => string | Promise<string>;

export interface TokenRefresh {
  /** The token that is in use ends soon: another one is got and shown, tried a few times. */
  expiring(): void;
  /** What is under way is no use any more. */
  stop(): void;
}

const triesMax = 4;
const betweenTriesMs = 10_000;
const tryMsMax = 10_000;

/** @param show shows it to the server; rejects when that refuses it */
export function createTokenRefresh(
  getToken: GetToken,
  show: (token: string) => Promise<unknown>,
): TokenRefresh {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let turn = 0;

  async function refresh(own: number, tries: number): Promise<void> {
    try {
      const token = await inTime(getToken(), tryMsMax, "a new token");
      if (own === turn) await show(token);
    } catch {
      if (own !== turn || tries >= triesMax) return;
      timer = setTimeout(() => void refresh(own, tries + 1), betweenTriesMs);
    }
  }

  function stop(): void {
    turn++;
    clearTimeout(timer);
  }

  return {
    expiring() {
      stop();
      void refresh(turn, 1);
    },
    stop,
  };
}
