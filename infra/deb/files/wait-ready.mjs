// Waits until the service is ready, so that `systemctl start` and the installation of the package end then, not before. One that
// needs longer goes on starting: a failure here would end it.
import { setTimeout as pause } from "node:timers/promises";

const secondsMax = 90;
const askMs = 500;

async function isReady() {
  const signal = AbortSignal.timeout(5_000);
  const answer = await fetch("http://127.0.0.1:9465/readyz", { signal }).catch(() => null);
  return answer?.ok === true;
}

const endMs = performance.now() + secondsMax * 1_000;
let ready = await isReady();
while (!ready && performance.now() < endMs) {
  await pause(askMs);
  ready = await isReady();
}
if (!ready) console.error(`jetwire: not ready after ${secondsMax} s: journalctl --unit jetwire`);
