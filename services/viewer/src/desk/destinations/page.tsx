import type { ReactNode } from "react";
import { NeedsUser } from "../../app/needs-user.tsx";
import { PageTitle } from "../../app/page-title.tsx";
import { en } from "../../text/en.ts";
import { Button } from "../../ui/button.tsx";
import { DeskWayBack } from "../desk-way-back.tsx";
import { useOwnDestinations } from "./own-destinations.tsx";
import { QuietHoursSection } from "./quiet-hours-section.tsx";
import "../desk.css";

/** The page of where notifications are sent, and when they are not. */
export function DestinationsPage(): ReactNode {
  return (
    <NeedsUser title={en.destinations.title} purpose={en.destinations.purpose}>
      <Destinations />
    </NeedsUser>
  );
}

function Destinations(): ReactNode {
  const { list, add } = useOwnDestinations();
  return (
    <div className="page">
      <div className="page-head">
        <DeskWayBack />
        <PageTitle text={en.destinations.title} />
        <div className="page-commands">
          <Button kind="main" onClick={add}>
            {en.destinations.add}
          </Button>
        </div>
      </div>
      <div className="page-body desk-narrow">
        <p className="quiet">
          {en.destinations.purpose} <a href="/docs/alerts">{en.destinations.help}</a>
        </p>
        {list}
        <QuietHoursSection />
      </div>
    </div>
  );
}
