import type { DeliveryText } from "../delivery-text.ts";
import type { DeliveryRequest } from "../send-request.ts";

/** Discord takes 2,000 characters. */
const discordCharsMax = 2_000;

/** Makes the request of a webhook of Discord. Nothing in the text mentions anybody or is formatted. */
export function discordRequest(url: string, { title, body, link }: DeliveryText): DeliveryRequest {
  const written = [`**${escapeMarkdown(title)}**`, escapeMarkdown(body), link].filter(
    (part) => part,
  );
  return json(url, {
    content: written.join("\n").slice(0, discordCharsMax),
    allowed_mentions: { parse: [] },
  });
}

/** Makes the request of a webhook of Slack, which other chat servers know, too. */
export function slackRequest(url: string, { title, body, link }: DeliveryText): DeliveryRequest {
  return json(url, {
    text: [escapeSlack(title), escapeSlack(body), link].filter((part) => part).join("\n"),
  });
}

function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\*_~`|>#@:<[\]()-]/g, String.raw`\$&`);
}

function escapeSlack(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function json(url: string, body: object): DeliveryRequest {
  return { url, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}
