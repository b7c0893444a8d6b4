/* cspell:disable -- names of another specification */
/**
 * The elements of CPDLC messages that aircraft send: number, type of the value (`=Type` if its name is
 * spelled in another way), and text with placeholders. Facts of FANS-1/A (RTCA DO-219, ICAO Doc 4444); the texts are
 * those of libacars.
 */
export const downlinkLines = `
0 NULL: WILCO
1 NULL: UNABLE
2 NULL: STANDBY
3 NULL: ROGER
4 NULL: AFFIRM
5 NULL: NEGATIVE
6 Altitude: REQUEST [altitude]
7 AltitudeAltitude: REQUEST BLOCK [altitude] TO [altitude]
8 Altitude: REQUEST CRUISE CLIMB TO [altitude]
9 Altitude: REQUEST CLIMB TO [altitude]
10 Altitude: REQUEST DESCENT TO [altitude]
11 PositionAltitude: AT [position] REQUEST CLIMB TO [altitude]
12 PositionAltitude: AT [position] REQUEST DESCENT TO [altitude]
13 TimeAltitude: AT [time] REQUEST CLIMB TO [altitude]
14 TimeAltitude: AT [time] REQUEST DESCENT TO [altitude]
15 DistanceOffsetDirection: REQUEST OFFSET [distanceoffset] [direction] OF ROUTE
16 PositionDistanceOffsetDirection: AT [position] REQUEST OFFSET [distanceoffset] [direction] OF ROUTE
17 TimeDistanceOffsetDirection: AT [time] REQUEST OFFSET [distanceoffset] [direction] OF ROUTE
18 Speed: REQUEST [speed]
19 SpeedSpeed: REQUEST [speed] TO [speed]
20 NULL: REQUEST VOICE CONTACT
21 Frequency: REQUEST VOICE CONTACT [frequency]
22 Position: REQUEST DIRECT TO [position]
23 ProcedureName: REQUEST [procedurename]
24 RouteClearance: REQUEST [routeclearance]
25 NULL: REQUEST CLEARANCE
26 PositionRouteClearance: REQUEST WEATHER DEVIATION TO [position] VIA [routeclearance]
27 DistanceOffsetDirection: REQUEST WEATHER DEVIATION UP TO [distanceoffset] [direction] OF ROUTE
28 Altitude: LEAVING [altitude]
29 Altitude: CLIMBING TO [altitude]
30 Altitude: DESCENDING TO [altitude]
31 Position: PASSING [position]
32 Altitude: PRESENT ALTITUDE [altitude]
33 Position: PRESENT POSITION [position]
34 Speed: PRESENT SPEED [speed]
35 Degrees: PRESENT HEADING [degrees]
36 Degrees: PRESENT GROUND TRACK [degrees]
37 Altitude: LEVEL [altitude]
38 Altitude: ASSIGNED ALTITUDE [altitude]
39 Speed: ASSIGNED SPEED [speed]
40 RouteClearance: ASSIGNED ROUTE [routeclearance]
41 NULL: BACK ON ROUTE
42 Position: NEXT WAYPOINT [position]
43 Time: NEXT WAYPOINT ETA [time]
44 Position: ENSUING WAYPOINT [position]
45 Position: REPORTED WAYPOINT [position]
46 Time: REPORTED WAYPOINT [time]
47 BeaconCode: SQUAWKING [beaconcode]
48 PositionReport: POSITION REPORT [positionreport]
49 Speed: WHEN CAN WE EXPECT [speed]
50 SpeedSpeed: WHEN CAN WE EXPECT [speed] TO [speed]
51 NULL: WHEN CAN WE EXPECT BACK ON ROUTE
52 NULL: WHEN CAN WE EXPECT LOWER ALTITUDE
53 NULL: WHEN CAN WE EXPECT HIGHER ALTITUDE
54 Altitude: WHEN CAN WE EXPECT CRUISE CLIMB TO [altitude]
55 NULL: PAN PAN PAN
56 NULL: MAYDAY MAYDAY MAYDAY
57 RemainingFuelRemainingSouls: [remainingfuel] OF FUEL REMAINING AND [remainingsouls] SOULS ON BOARD
58 NULL: CANCEL EMERGENCY
59 PositionRouteClearance: DIVERTING TO [position] VIA [routeclearance]
60 DistanceOffsetDirection: OFFSETTING [distanceoffset] [direction] OF ROUTE
61 Altitude: DESCENDING TO [altitude]
62 ErrorInformation: ERROR [errorinformation]
63 NULL: NOT CURRENT DATA AUTHORITY
64 ICAOfacilitydesignation=ICAOfacilityDesignation: [icaofacilitydesignation]
65 NULL: DUE TO WEATHER
66 NULL: DUE TO AIRCRAFT PERFORMANCE
67 FreeText: [freetext]
68 FreeText: [freetext]
69 NULL: REQUEST VMC DESCENT
70 Degrees: REQUEST HEADING [degrees]
71 Degrees: REQUEST GROUND TRACK [degrees]
72 Altitude: REACHING [altitude]
73 VersionNumber: [versionnumber]
74 NULL: MAINTAIN OWN SEPARATION AND VMC
75 NULL: AT PILOTS DISCRETION
76 AltitudeAltitude: REACHING BLOCK [altitude] TO [altitude]
77 AltitudeAltitude: ASSIGNED BLOCK [altitude] TO [altitude]
78 TimeDistanceToFromPosition: AT [time] [distance] [tofrom] [position]
79 ATISCode: ATIS [atiscode]
80 DistanceOffsetDirection: DEVIATING [distanceoffset][direction] OF ROUTE
`;
