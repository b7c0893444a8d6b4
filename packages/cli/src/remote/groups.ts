/** The descriptions of groups of commands. */
export const groups: Readonly<Record<string, string>> = {
  accounts: "Manage accounts, which own stations and API keys",
  stations: "Manage stations and their owners",
  "station-keys": "Manage keys by which stations prove their messages",
  claims: "Manage claims of accounts for stations, and disputes about them",
  block: "Block addresses and stations",
  keys: "Manage API keys",
  tiers: "Manage tiers, which set the rate limits of keys",
  eligible: "Show or override which accounts may issue feeder keys",
  chat: "Manage chat",
  "chat reports": "Manage messages that users have reported",
  tokens: "Manage session tokens",
  gateways: "List and drain gateways",
  storage: "Show sizes, forecasts of disks, and what retention will drop",
  destinations: "Show where your notifications are sent, and replace secrets of webhooks",
  "health-alerts": "Choose who is notified when the service is not well",
};
