import type { PushKeys } from "@jetwire/db";

/** The settings of channels. */
export interface ChannelOptions {
  /** The origin of the page, for links and as the name of who sends push messages. */
  readonly publicUrl: string | undefined;
  readonly telegramUrl: string;
  /** Returns the keys of push messages. */
  pushKeys(): Promise<PushKeys>;
}
