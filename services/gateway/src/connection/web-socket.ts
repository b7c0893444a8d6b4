/** The WebSocket of the library `ws`, as far as it is used here. */
export interface WebSocket {
  readonly readyState: number;
  on(event: string, listener: (this: WebSocket, ...args: never[]) => void): unknown;
  removeListener(event: string, listener: (this: WebSocket, ...args: never[]) => void): unknown;
  close(): void;
}
