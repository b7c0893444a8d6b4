import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { PageTitle } from "../app/page-title.tsx";
import { en } from "../text/en.ts";
import { DataSources } from "./data-sources.tsx";
import { ServerStatus } from "./server-status.tsx";
import "./about.css";

const names = en.about;

/** Explains the service: licence, data sources, privacy, and the state of the server. */
export function AboutPage(): ReactNode {
  return (
    <div className="page">
      <div className="page-head">
        <PageTitle text={names.title} />
      </div>
      <div className="page-body about">
        <p className="about-intro">{names.intro}</p>
        <ServerStatus />
        <section>
          <h2>{names.messagesTitle}</h2>
          <p>{names.messagesText}</p>
          <p>{names.lawText}</p>
        </section>
        <section>
          <h2>{names.privacy}</h2>
          <p>{names.privacyIntro}</p>
          <ul className="points">
            {names.privacyPoints.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
          <p>
            <Link to="/account">{names.privacyAccount}</Link>
          </p>
          <p>
            <a href="/privacy">{names.privacyPolicy}</a>
          </p>
        </section>
        <section>
          <h2>{names.licence}</h2>
          <p>{names.licenceText}</p>
          <p>
            <a href="/licence">{names.dataLicence}</a>
          </p>
          <p className="quiet">{names.copyright}</p>
        </section>
        <DataSources />
        <section>
          <h2>{names.interfaces}</h2>
          <ul className="points">
            <li>
              <a href="/docs/">{names.documents}</a>
            </li>
            <li>
              <a href="/docs/reference/rest/">{names.reference}</a>
            </li>
            <li>
              <a href="/v1/openapi.json">{names.openApi}</a>
            </li>
            <li>
              <a href="/v1/asyncapi.json">{names.asyncApi}</a>
            </li>
          </ul>
        </section>
      </div>
    </div>
  );
}
