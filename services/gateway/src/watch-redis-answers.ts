import { type AlarmTargets, createAlarm, every, withDeadline } from "@jetwire/runtime";

const watchMs = 2_000;
const answerMsMax = 2_000;

/**
 * Shows a Redis that does not answer as the alarm `redis`, until the signal aborts. The process stays ready: its connections
 * stay open, it accepts others, and no other gateway has a Redis that answers, unless this one alone is cut off.
 *
 * @param ask rejects while Redis does not answer
 */
export async function watchRedisAnswers(
  ask: () => Promise<unknown>,
  targets: AlarmTargets,
  signal: AbortSignal,
): Promise<void> {
  const alarm = createAlarm("redis", targets);
  const check = async () => {
    try {
      await withDeadline(ask(), answerMsMax, "reading the time of Redis");
      alarm.clear();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      alarm.raise(`it does not answer, clients get no new messages: ${reason}`);
    }
  };
  await every(watchMs, check, { signal, log: targets.log, task: "watch redis" });
}
