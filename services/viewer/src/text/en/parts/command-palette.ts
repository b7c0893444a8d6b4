/** The box that leads to anything by its name or id. */
export const commandPaletteTexts = {
  hint: "Tail, flight, ICAO address, airline, airport, station, id",
  kinds:
    "Type or paste a tail, a flight in any form, an ICAO address, an airline, an airport, a station, the id of a message, or a label.",
  text: "Text",
  searchFor: "Search text for",
  failed: "The server could not be asked. Search still works when it is back.",
  targets: {
    tail: "Airframe",
    icao: "Airframe",
    flight: "Flight",
    airline: "Airline",
    airport: "Airport",
    station: "Station",
    message: "Message",
    label: "Label",
    ground_station: "Ground station",
  },
};
