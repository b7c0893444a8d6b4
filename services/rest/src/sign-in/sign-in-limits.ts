import { createHash } from "node:crypto";
import { AppError } from "@jetwire/protocol";
import type { Limiters, SlidingLimiter } from "@jetwire/redis";
import { addressNetwork } from "@jetwire/runtime";
import type { RestConfig } from "../config.ts";

const minuteSeconds = 60;
const hourMs = 3_600_000;
const stepsPerMinute = 60;
const linksPerHour = 20;
const mailsPerHour = 5;

export type SignInLimits = ReturnType<typeof createSignInLimits>;

/** Limits the steps of signing in and up, per network and per e-mail address. */
export function createSignInLimits(
  limiters: Limiters,
  config: Pick<RestConfig, "SIGN_UPS_PER_HOUR_MAX" | "REST_REPLICAS">,
) {
  const steps = limiters.fixedWindow({
    name: "sign-in-steps",
    windowSeconds: minuteSeconds,
    replicas: config.REST_REPLICAS,
  });
  const links = limiters.sliding("sign-in-links", [{ max: linksPerHour, ms: hourMs }]);
  const mails = limiters.sliding("sign-in-mails", [{ max: mailsPerHour, ms: hourMs }]);
  const signUps = limiters.sliding("sign-ups", [{ max: config.SIGN_UPS_PER_HOUR_MAX, ms: hourMs }]);

  return {
    /** Counts a step that anybody can take. @throws AppError `rate_limited` */
    async consumeStep(ip: string): Promise<void> {
      const { allowed } = await steps.consume(addressNetwork(ip), stepsPerMinute);
      if (!allowed) throw tooMany();
    },
    /** Counts a request for a link. @throws AppError `rate_limited` */
    consumeLink: (ip: string) => consume(links, ip),
    /** Counts an attempt to make an account. @throws AppError `rate_limited` */
    consumeSignUp: (ip: string) => consume(signUps, ip),
    /** Counts a mail to a mailbox. Returns whether it may be sent. The address is not stored. */
    async mayMail(email: string): Promise<boolean> {
      const key = createHash("sha256").update(mailboxOf(email)).digest("base64url");
      return (await mails.consume(key)).allowed;
    },
  };
}

/** Returns the mailbox of an address: in lower case, and without what follows a `+`, which reaches the same one. */
function mailboxOf(email: string): string {
  return email.toLowerCase().replace(/(?<=.)[+][^@]*(?=@)/, "");
}

async function consume(limiter: SlidingLimiter, ip: string): Promise<void> {
  const { allowed } = await limiter.consume(addressNetwork(ip));
  if (!allowed) throw tooMany();
}

function tooMany(): AppError {
  return new AppError("rate_limited", "Too many attempts from this address, try again later");
}
