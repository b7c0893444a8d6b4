import { constants, deflateRawSync } from "node:zlib";
import { serverEvent } from "@jetwire/protocol";
import { type FrameOptions, frameOptions } from "../connection/engine-connection.ts";
import { deflatedEventFrames } from "../connection/frames.ts";
import type { FirehoseMessage } from "./firehose-message.ts";

/*
 * Compressed ticks of one audience. A message is compressed with references to earlier ones, which a
 * client keeps in its inflater, because messages resemble each other: one alone shrinks to 45 %, one
 * after others to 15 %. The frames are still the same for all, as long as the inflaters of all have
 * the same content:
 *
 *   in the window      a connection that has received every compressed tick since the window began;
 *                      it gets compressed ticks
 *   outside            one that joined later, or skipped a tick; it gets plain ones, which inflaters
 *                      do not see, until a window begins
 *
 * A new window refers to nothing earlier, so everybody enters it. It begins a second after the last
 * one if anybody is outside.
 */

/** The content that the inflaters of connections have in common. */
class DeflateWindow {
  #bytes: Uint8Array = Buffer.alloc(0);

  /** Compresses a message (RFC 7692 7.2.1) for inflaters that have all earlier ones. */
  deflate(message: Uint8Array): Buffer {
    const dictionary = this.#bytes;
    const deflated = deflateRawSync(message, {
      ...settings,
      finishFlush: constants.Z_SYNC_FLUSH,
      ...(dictionary.length > 0 && { dictionary }),
    });
    this.#bytes = Buffer.concat([dictionary, message]).subarray(-windowBytes);
    return deflated.subarray(0, -flushEndBytes);
  }
}

/** A connection that may be in a window. */
export interface WindowMember {
  /** Whether it reads compressed messages. */
  readonly isCompressed: boolean;
  window: DeflateWindow | null;
}

export interface CompressedTick {
  readonly frames: FrameOptions;
  readonly window: DeflateWindow;
  /** Whether connections outside enter the window with this tick. */
  readonly isFirst: boolean;
}

/** Inflaters keep 32 KiB; a quarter of them is nearly as good, and costs half the time. */
const windowBytes = 8 * 1024;
const windowMsMin = 1_000;
/** 100 KB of memory during a call. */
const settings = { level: 3, windowBits: 14, memLevel: 6, chunkSize: 4 * 1024 };
/** The empty block with which zlib ends what it flushes. */
const flushEndBytes = 4;

export class CompressedTicks {
  #window = new DeflateWindow();
  #sinceMs = Number.NEGATIVE_INFINITY;
  #hasOutsiders = true;

  /** @param nowMs monotonic */
  compress(messages: readonly FirehoseMessage[], nowMs: number): CompressedTick {
    const isFirst = this.#hasOutsiders && nowMs - this.#sinceMs >= windowMsMin;
    if (isFirst) {
      this.#window = new DeflateWindow();
      this.#sinceMs = nowMs;
      this.#hasOutsiders = false;
    }
    const window = this.#window;
    const texts = messages.map(({ text }) => text);
    const frames = deflatedEventFrames(serverEvent.message, texts, (one) => window.deflate(one));
    return { frames: frameOptions(frames), window, isFirst };
  }

  /** Lets a connection enter the window if it can. Returns whether it can read the tick. */
  enter(member: WindowMember, { window, isFirst }: CompressedTick): boolean {
    if (!member.isCompressed) return false;
    if (isFirst) member.window = window;
    const isInside = member.window === window;
    if (!isInside) this.#hasOutsiders = true;
    return isInside;
  }
}
