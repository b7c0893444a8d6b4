/** A message: its panel and its page. */
export const message = {
  title: "Message",
  close: "Close the message",
  open: "Open",
};
