/**
 * The paths of the web page in the notation of Express, with their titles. REST answers each of them with
 * the page, whose router has the same paths. A title is replaced where a path names one thing.
 */
export const pageTitles = {
  "/": "Live",
  "/map": "Map",
  "/search": "Search",
  "/messages/:id": "Message",
  "/flights": "Flights",
  "/flights/:id": "Flight",
  "/airframes/:icao": "Airframe",
  "/airlines/:code": "Airline",
  "/airports/:code": "Airport",
  "/stations": "Stations",
  "/stations/:id": "Station",
  "/ground-stations": "Ground stations",
  "/hf": "HF now",
  "/vdl": "VDL channels",
  "/stats": "Statistics",
  "/undecoded": "Not understood yet",
  "/heard": "Am I heard?",
  "/desk": "My desk",
  "/desk/claim": "Claim a station",
  "/desk/keys": "Keys",
  "/desk/alerts": "Alerts",
  "/desk/destinations": "Destinations",
  "/desk/stations/:id": "My station",
  "/chat": "Chat",
  "/chat/:userId": "Chat",
  "/notifications": "Notifications",
  "/account": "Account",
  "/sign-in": "Sign in",
  "/sign-up": "Sign up",
  "/link": "Sign in",
  "/stop": "Stop these mails",
  "/c/:code": "Claim a station",
  "/operator": "Operations",
  "/operator/:section": "Operations",
  "/setup": "Set up",
  "/about": "About",
} as const;

export type PagePath = keyof typeof pageTitles;
