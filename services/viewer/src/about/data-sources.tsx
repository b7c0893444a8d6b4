import type { ReactNode } from "react";
import { en } from "../words/en.ts";
import { dataSources } from "./sources.ts";

const names = en.about;

/** The data and the parts that come from others, with their licences. */
export function DataSources(): ReactNode {
  return (
    <section>
      <h2>{names.sources}</h2>
      <div className="table-scroll">
        <table className="table">
          <caption className="visually-hidden">{names.sourcesCaption}</caption>
          <thead>
            <tr>
              <th scope="col">{names.usedFor}</th>
              <th scope="col">{names.source}</th>
              <th scope="col">{names.sourceLicence}</th>
            </tr>
          </thead>
          <tbody>
            {dataSources.map(({ usedFor, source, licence }) => (
              <tr key={source}>
                <td>{names.rows[usedFor]}</td>
                <td>{source}</td>
                <td>{licence}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
