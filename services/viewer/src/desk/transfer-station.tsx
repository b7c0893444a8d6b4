import type { Station } from "@jetwire/protocol";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { rest } from "../data/rest.ts";
import { useAction } from "../data/use-action.ts";
import { SensitiveFailure } from "../sign-in/sensitive-failure.tsx";
import { en } from "../words/en.ts";
import { TransferLine, useTransfers } from "./transfer-line.tsx";

/** Offers a station to another user, and shows the offer that waits. */
export function TransferStation({ station }: { station: Station }): ReactNode {
  const transfer = useTransfers().data?.find(
    (one) => !one.incoming && one.station.id === station.id,
  );
  return (
    <section className="panel desk-form" aria-labelledby="transfer">
      <h2 id="transfer">{en.transfers.title}</h2>
      {transfer ? <TransferLine transfer={transfer} /> : <OfferForm stationId={station.id} />}
    </section>
  );
}

function OfferForm({ stationId }: { stationId: number }): ReactNode {
  const id = useId();
  const queries = useQueryClient();
  const action = useAction();
  const [username, setUsername] = useState("");
  return (
    <form
      className="desk-form"
      onSubmit={(event) => {
        event.preventDefault();
        void action.run(async () => {
          const body = { username: username.trim() };
          await (await rest()).transferStation({ id: String(stationId), body });
          await queries.invalidateQueries({ queryKey: ["transfers"] });
        });
      }}
    >
      <p className="quiet">{en.transfers.text}</p>
      <div className="field">
        <label htmlFor={id}>{en.transfers.username}</label>
        <input
          id={id}
          className="input"
          required
          maxLength={64}
          autoComplete="off"
          value={username}
          onChange={(event) => setUsername(event.target.value)}
        />
      </div>
      <SensitiveFailure action={action} />
      <div>
        <button type="submit" className="button" disabled={action.isRunning}>
          {en.transfers.offer}
        </button>
      </div>
    </form>
  );
}
