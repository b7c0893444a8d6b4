/** The texts by which the page reports its own state. */
export const states = {
  lost: (seconds: number | null) =>
    seconds === null ? "Connection lost." : `Connection lost. Trying again in ${seconds} s.`,
  tryNow: "Try now",
  tryAgain: "Try again",
  restarting: "The server is restarting. Back in a moment.",
  refused: (reason: string) => `The server ended the connection: ${reason}`,
  background: "Paused in the background",
  backLive: (seconds: number) => `Back. About ${seconds} s of the sample were not shown.`,
  stale: (time: string, age: string) => `Last update ${time}, ${age} ago`,
  limited: (seconds: number) => `Too many requests. Continues by itself in ${seconds} s.`,
  request: (id: string) => `Request ${id}`,
  copy: "Copy",
  copied: "Copied",
  unexpected: "This part of the page failed.",
  notFound: "There is no page at this address",
  notFoundAction: "Go to the live messages",
  loading: "Loading",
  unreachable: "The server could not be reached.",
  signInNeeded: "Sign in to use this page",
  operatorsOnly: "Only operators can use this page",
};
