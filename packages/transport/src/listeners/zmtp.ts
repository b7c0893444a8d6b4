/** The longest frame of a message. The longest object of a decoder has 64 KiB. */
const frameBytesMax = 1 << 20;
const greetingBytes = 64;
const commandFlag = 4;
const longFlag = 2;
const moreFlag = 1;

/**
 * The subscriber's side of ZMTP 3.0 (RFC 23 of ZeroMQ) without security, as far as publishers of decoders need it: a
 * greeting, one subscription to everything, and frames. It has no sockets.
 *
 * @param send writes bytes to the publisher
 * @param onMessage gets the last frame of each message: programs that send a topic send it before
 * @returns a function that takes received bytes. @throws Error if they are not from a publisher
 */
export function createZmtpSubscriber(
  send: (bytes: Buffer) => void,
  onMessage: (frame: Buffer) => void,
): (chunk: Buffer) => void {
  const chunks: Buffer[] = [];
  let received: Buffer = Buffer.alloc(0);
  let waitingBytes = 0;
  /** The bytes without which the next step cannot be taken: small chunks are not joined before they are enough. */
  let neededBytes = greetingBytes;
  let isGreeted = false;
  let isReady = false;
  send(greeting());

  function readNext(): boolean {
    if (!isGreeted) return readGreeting();
    const [flags = 0, short = 0] = received;
    const isLong = (flags & longFlag) !== 0;
    const headBytes = isLong ? 9 : 2;
    neededBytes = headBytes;
    if (received.length < headBytes) return false;
    const bytes = isLong ? Number(received.readBigUInt64BE(1)) : short;
    if (bytes > frameBytesMax) throw new Error(`a frame of ${bytes} bytes is too long`);
    const end = headBytes + bytes;
    neededBytes = end;
    if (received.length < end) return false;
    readFrame(flags, received.subarray(headBytes, end));
    received = received.subarray(end);
    neededBytes = 2;
    return true;
  }

  function readGreeting(): boolean {
    if (received.length > 0 && received[0] !== 0xff) throw new Error("it does not speak ZMTP 3");
    if (received.length < greetingBytes) return false;
    if ((received[10] ?? 0) < 3) throw new Error("it speaks an older version than ZMTP 3");
    const mechanism = received.toString("latin1", 12, 32).replaceAll("\0", "");
    if (mechanism !== "NULL") throw new Error(`it requires the security mechanism ${mechanism}`);
    received = received.subarray(greetingBytes);
    neededBytes = 2;
    isGreeted = true;
    send(frame(commandFlag, readyCommand()));
    return true;
  }

  function readFrame(flags: number, body: Buffer): void {
    if ((flags & commandFlag) !== 0) return readCommand(body);
    if (!isReady) throw new Error("a message came before the handshake");
    if ((flags & moreFlag) === 0) onMessage(body);
  }

  function readCommand(body: Buffer): void {
    const name = body.toString("latin1", 1, 1 + (body[0] ?? 0));
    if (name === "ERROR") throw new Error(`it refused: ${body.toString("latin1", 7, 200)}`);
    if (name !== "READY" || isReady) return;
    if (!/Socket-Type....X?PUB/s.test(body.toString("latin1"))) {
      throw new Error("it is not a publisher (PUB)");
    }
    isReady = true;
    // Everything, whatever it begins with.
    send(frame(0, Buffer.from([1])));
  }

  return (chunk) => {
    chunks.push(chunk);
    waitingBytes += chunk.length;
    const isFirst = !isGreeted && chunks[0]?.[0] !== 0xff;
    if (received.length + waitingBytes < neededBytes && !isFirst) return;
    received = Buffer.concat([received, ...chunks.splice(0)]);
    waitingBytes = 0;
    let isTaken = true;
    while (isTaken) isTaken = readNext();
  };
}

function greeting(): Buffer {
  const bytes = Buffer.alloc(greetingBytes);
  bytes[0] = 0xff;
  bytes[9] = 0x7f;
  bytes[10] = 3;
  bytes.write("NULL", 12, "latin1");
  return bytes;
}

function readyCommand(): Buffer {
  const value = Buffer.from("SUB");
  const length = Buffer.alloc(4);
  length.writeUInt32BE(value.length);
  return Buffer.concat([Buffer.from("\x05READY\x0bSocket-Type", "latin1"), length, value]);
}

function frame(flags: number, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from([flags, body.length]), body]);
}
