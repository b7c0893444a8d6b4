import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** A mail as its server received it. */
interface CaughtMail {
  readonly to: readonly string[];
  readonly subject: string;
  /** Header fields by name in lower case, unfolded. */
  readonly headers: Readonly<Record<string, string>>;
  /** The decoded text. */
  readonly text: string;
  /** The whole mail as it came. */
  readonly source: string;
}

/** A mail server on loopback that keeps what it receives. */
export interface MailCatcher extends AsyncDisposable {
  readonly smtpUrl: string;
  readonly mails: readonly CaughtMail[];
  /** Answers the next recipients with this code instead of accepting them; null accepts again. */
  refuseWith(code: number | null): void;
}

const bytesMax = 1_048_576;

export async function startMailCatcher(): Promise<MailCatcher> {
  const mails: CaughtMail[] = [];
  let refusal: number | null = null;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    disableReverseLookup: true,
    size: bytesMax,
    onRcptTo(_address, _session, callback) {
      if (refusal === null) return callback();
      callback(Object.assign(new Error("refused"), { responseCode: refusal }));
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const source = Buffer.concat(chunks).toString();
        const to = session.envelope.rcptTo.map(({ address }) => address);
        mails.push({ to, ...readMail(source), source });
        callback();
      });
    },
  });
  server.on("error", () => {});
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const { port } = listening.address() as AddressInfo;
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    mails,
    refuseWith: (code) => void (refusal = code),
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Reads a mail of one text part. */
function readMail(source: string): Omit<CaughtMail, "to" | "source"> {
  const split = source.indexOf("\r\n\r\n");
  const lines = source
    .slice(0, split)
    .replaceAll(/\r\n[ \t]+/g, " ")
    .split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const body = decodeBody(source.slice(split + 4), headers["content-transfer-encoding"]);
  return { subject: decodeWords(headers["subject"] ?? ""), headers, text: body };
}

function decodeBody(body: string, encoding = "7bit"): string {
  if (encoding === "base64") return Buffer.from(body, "base64").toString("utf8");
  if (encoding !== "quoted-printable") return body.replaceAll("\r\n", "\n");
  return decodeQuoted(body.replaceAll(/=\r\n/g, "")).replaceAll("\r\n", "\n");
}

function decodeQuoted(quoted: string): string {
  const bytes = quoted.replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, "latin1").toString("utf8");
}

function decodeWords(header: string): string {
  return header
    .replaceAll(/\?=\s+=\?/g, "?==?")
    .replaceAll(/=\?utf-8\?q\?([^?]*)\?=/gi, (_all, word: string) =>
      decodeQuoted(word.replaceAll("_", " ")),
    )
    .replaceAll(/=\?utf-8\?b\?([^?]*)\?=/gi, (_all, word: string) =>
      Buffer.from(word, "base64").toString("utf8"),
    );
}
