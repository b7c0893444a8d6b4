import { withDeadline } from "../timing.ts";

/** Returns a valid session token. If it rejects, it is called again later. */
export type GetToken = () => string | Promise<string>;

/** Replaces the session token before it expires. */
export interface TokenRefresh {
  /** Gets another token and sends it, because the present one expires soon. Makes four attempts. */
  start(): void;
  stop(): void;
}

const attemptsMax = 4;
const retryMs = 10_000;
const getTokenMsMax = 10_000;

/** @param send sends a token to the server; rejects if the server refuses it */
export function createTokenRefresh(
  getToken: GetToken,
  send: (token: string) => Promise<unknown>,
): TokenRefresh {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let refreshes = 0;

  async function refresh(number: number, attempt: number): Promise<void> {
    try {
      const token = await withDeadline(getToken(), getTokenMsMax, "getToken");
      if (number === refreshes) await send(token);
    } catch {
      if (number !== refreshes || attempt >= attemptsMax) return;
      timer = setTimeout(() => void refresh(number, attempt + 1), retryMs);
    }
  }

  function stop(): void {
    refreshes++;
    clearTimeout(timer);
  }

  return {
    start() {
      stop();
      void refresh(refreshes, 1);
    },
    stop,
  };
}
