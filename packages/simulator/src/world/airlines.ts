import type { Region } from "./airports.ts";

export interface SimulatedAirline {
  readonly iata: string;
  readonly icao: string;
  readonly name: string;
  readonly region: Region;
  /** Prefix of its registrations, with the hyphen where the country writes one. */
  readonly registrationPrefix: string;
  /** Start of its country's block of 24-bit addresses, and the number of them that are used. */
  readonly addressFrom: number;
  readonly addressCount: number;
}

const usRegistry = { registrationPrefix: "N", addressFrom: 0xa00001, addressCount: 0xd_0000 };
const ukRegistry = { registrationPrefix: "G-", addressFrom: 0x400000, addressCount: 0x3_ffff };

export const allAirlines: readonly SimulatedAirline[] = [
  { iata: "UA", icao: "UAL", name: "United Airlines", region: "americas", ...usRegistry },
  { iata: "AA", icao: "AAL", name: "American Airlines", region: "americas", ...usRegistry },
  { iata: "DL", icao: "DAL", name: "Delta Air Lines", region: "americas", ...usRegistry },
  { iata: "WN", icao: "SWA", name: "Southwest Airlines", region: "americas", ...usRegistry },
  { iata: "AS", icao: "ASA", name: "Alaska Airlines", region: "americas", ...usRegistry },
  { iata: "5X", icao: "UPS", name: "UPS Airlines", region: "americas", ...usRegistry },
  { iata: "FX", icao: "FDX", name: "FedEx", region: "americas", ...usRegistry },
  {
    iata: "AC",
    icao: "ACA",
    name: "Air Canada",
    region: "americas",
    registrationPrefix: "C-",
    addressFrom: 0xc00001,
    addressCount: 0x2_0000,
  },
  { iata: "BA", icao: "BAW", name: "British Airways", region: "europe", ...ukRegistry },
  { iata: "U2", icao: "EZY", name: "easyJet", region: "europe", ...ukRegistry },
  {
    iata: "LH",
    icao: "DLH",
    name: "Lufthansa",
    region: "europe",
    registrationPrefix: "D-",
    addressFrom: 0x3c0000,
    addressCount: 0x3_ffff,
  },
  {
    iata: "AF",
    icao: "AFR",
    name: "Air France",
    region: "europe",
    registrationPrefix: "F-",
    addressFrom: 0x380000,
    addressCount: 0x3_ffff,
  },
  {
    iata: "KL",
    icao: "KLM",
    name: "KLM",
    region: "europe",
    registrationPrefix: "PH-",
    addressFrom: 0x484000,
    addressCount: 0x3fff,
  },
  {
    iata: "IB",
    icao: "IBE",
    name: "Iberia",
    region: "europe",
    registrationPrefix: "EC-",
    addressFrom: 0x340000,
    addressCount: 0x3_ffff,
  },
  {
    iata: "QF",
    icao: "QFA",
    name: "Qantas",
    region: "asia-pacific",
    registrationPrefix: "VH-",
    addressFrom: 0x7c0000,
    addressCount: 0x3_ffff,
  },
  {
    iata: "SQ",
    icao: "SIA",
    name: "Singapore Airlines",
    region: "asia-pacific",
    registrationPrefix: "9V-",
    addressFrom: 0x768000,
    addressCount: 0x7fff,
  },
  {
    iata: "JL",
    icao: "JAL",
    name: "Japan Airlines",
    region: "asia-pacific",
    registrationPrefix: "JA",
    addressFrom: 0x840000,
    addressCount: 0x3_ffff,
  },
  {
    iata: "EK",
    icao: "UAE",
    name: "Emirates",
    region: "asia-pacific",
    registrationPrefix: "A6-",
    addressFrom: 0x896000,
    addressCount: 0xfff,
  },
];
