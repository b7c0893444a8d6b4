import type { DestinationToAdd } from "@jetwire/protocol";
import { type ReactNode, useState } from "react";
import { endpoints } from "../../data/rest/endpoints.ts";
import { EndpointForm } from "../../form/endpoint-form.tsx";
import { Field, optionsOf, Select } from "../../form/field.tsx";
import type { FieldBindings } from "../../form/use-fields.ts";
import { en } from "../../text/en.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ChooseTypes } from "./choose-types.tsx";
import { subscribeToPush } from "./push-subscription.ts";

type Channel = DestinationToAdd["channel"];
type AddressFields = FieldBindings<
  Pick<DestinationToAdd, "url" | "topic" | "token" | "chatId">
>["field"];

const usualTypes = ["alert.match", "station.offline", "station.online"] as const;
const needs = {
  webpush: [],
  ntfy: ["url", "topic"],
  telegram: ["token", "chatId"],
  discord: ["url"],
  slack: ["url"],
  webhook: ["url"],
} as const satisfies Readonly<Record<Channel, readonly string[]>>;

interface AddDestinationProps {
  onClose(): void;
  /** Called with the secret of a webhook; null for other channels. */
  onAdded(secret: string | null): void;
}

/** Adds a destination: first the channel, then what it needs. */
export function AddDestination({ onClose, onAdded }: AddDestinationProps): ReactNode {
  const [channel, setChannel] = useState<Channel>("webpush");
  return (
    <Dialog title={en.destinations.add} onClose={onClose} width="wide">
      <Select
        label={en.destinations.channel}
        options={optionsOf(en.destinations.channels)}
        value={channel}
        onText={(text) => setChannel(text as Channel)}
      />
      <p className="quiet small">{en.destinations.channelTexts[channel]}</p>
      <EndpointForm
        // The fields of another channel are others.
        key={channel}
        of={endpoints.addDestination}
        first={{
          name: en.destinations.channels[channel],
          channel,
          url: channel === "ntfy" ? "https://ntfy.sh" : undefined,
          topic: undefined,
          token: undefined,
          chatId: undefined,
          types: [...usualTypes],
          ruleIds: [],
        }}
        needs={needs[channel]}
        send={async (client, body) => {
          if (channel !== "webpush") return await client.addDestination({ body });
          const push = await subscribeToPush(client);
          return await client.addDestination({ body: { ...body, push } });
        }}
        keys={[["destinations"]]}
        onDone={({ secret }) => onAdded(secret)}
        layout="dialog"
        kind="main"
        submit={en.destinations.save}
        others={<Button onClick={onClose}>{en.forms.cancel}</Button>}
        isReady={({ types }) => types.length > 0}
      >
        {({ field, values, set }) => (
          <>
            <AddressFields channel={channel} field={field} />
            <Field {...field("name")} label={en.destinations.name} />
            <ChooseTypes
              types={values.types}
              ruleIds={values.ruleIds}
              onTypes={(types) => set("types", types as typeof values.types)}
              onRules={(ruleIds) => set("ruleIds", ruleIds)}
            />
          </>
        )}
      </EndpointForm>
    </Dialog>
  );
}

/** The fields of the address that a channel has. */
function AddressFields({ channel, field }: { channel: Channel; field: AddressFields }): ReactNode {
  switch (channel) {
    case "webpush":
      return null;
    case "ntfy":
      return (
        <>
          <Field {...field("url")} label={en.destinations.serverUrl} inputMode="url" />
          <Field {...field("topic")} label={en.destinations.topic} autoComplete="off" />
          <Field {...field("token")} label={en.destinations.token} autoComplete="off" />
        </>
      );
    case "telegram":
      return (
        <>
          <Field {...field("token")} label={en.destinations.botToken} autoComplete="off" />
          <Field {...field("chatId")} label={en.destinations.chatId} autoComplete="off" />
        </>
      );
    case "discord":
    case "slack":
    case "webhook":
      return <Field {...field("url")} label={en.destinations.url} inputMode="url" />;
  }
}
