/* cspell:disable -- names of another specification */
/**
 * The elements of CPDLC messages that control centers send: number, type of the value (`=Type` if its name is
 * spelled in another way), and text with placeholders. Facts of FANS-1/A (RTCA DO-219, ICAO Doc 4444); the texts are
 * those of libacars.
 */
export const uplinkLines = `
0 NULL: UNABLE
1 NULL: STANDBY
2 NULL: REQUEST DEFERRED
3 NULL: ROGER
4 NULL: AFFIRM
5 NULL: NEGATIVE
6 Altitude: EXPECT [altitude]
7 Time: EXPECT CLIMB AT [time]
8 Position: EXPECT CLIMB AT [position]
9 Time: EXPECT DESCENT AT [time]
10 Position: EXPECT DESCENT AT [position]
11 Time: EXPECT CRUISE CLIMB AT [time]
12 Position: EXPECT CRUISE CLIMB AT [position]
13 TimeAltitude: AT [time] EXPECT CLIMB TO [altitude]
14 PositionAltitude: AT [position] EXPECT CLIMB TO [altitude]
15 TimeAltitude: AT [time] EXPECT DESCENT TO [altitude]
16 PositionAltitude: AT [position] EXPECT DESCENT TO [altitude]
17 TimeAltitude: AT [time] EXPECT CRUISE CLIMB TO [altitude]
18 PositionAltitude: AT [position] EXPECT CRUISE CLIMB TO [altitude]
19 Altitude: MAINTAIN [altitude]
20 Altitude: CLIMB TO AND MAINTAIN [altitude]
21 TimeAltitude: AT [time] CLIMB TO AND MAINTAIN [altitude]
22 PositionAltitude: AT [position] CLIMB TO AND MAINTAIN [altitude]
23 Altitude: DESCEND TO AND MAINTAIN [altitude]
24 TimeAltitude: AT [time] DESCEND TO AND MAINTAIN [altitude]
25 PositionAltitude: AT [position] DESCEND TO AND MAINTAIN [altitude]
26 AltitudeTime: CLIMB TO REACH [altitude] BY [time]
27 AltitudePosition: CLIMB TO REACH [altitude] BY [position]
28 AltitudeTime: DESCEND TO REACH [altitude] BY [time]
29 AltitudePosition: DESCEND TO REACH [altitude] BY [position]
30 AltitudeAltitude: MAINTAIN BLOCK [altitude] TO [altitude]
31 AltitudeAltitude: CLIMB TO AND MAINTAIN BLOCK [altitude] TO [altitude]
32 AltitudeAltitude: DESCEND TO AND MAINTAIN BLOCK [altitude] TO [altitude]
33 Altitude: CRUISE [altitude]
34 Altitude: CRUISE CLIMB TO [altitude]
35 Altitude: CRUISE CLIMB ABOVE [altitude]
36 Altitude: EXPEDITE CLIMB TO [altitude]
37 Altitude: EXPEDITE DESCENT TO [altitude]
38 Altitude: IMMEDIATELY CLIMB TO [altitude]
39 Altitude: IMMEDIATELY DESCEND TO [altitude]
40 Altitude: IMMEDIATELY STOP CLIMB AT [altitude]
41 Altitude: IMMEDIATELY STOP DESCENT AT [altitude]
42 PositionAltitude: EXPECT TO CROSS [position] AT [altitude]
43 PositionAltitude: EXPECT TO CROSS [position] AT OR ABOVE [altitude]
44 PositionAltitude: EXPECT TO CROSS [position] AT OR BELOW [altitude]
45 PositionAltitude: EXPECT TO CROSS [position] AT AND MAINTAIN [altitude]
46 PositionAltitude: CROSS [position] AT [altitude]
47 PositionAltitude: CROSS [position] AT OR ABOVE [altitude]
48 PositionAltitude: CROSS [position] AT OR BELOW [altitude]
49 PositionAltitude: CROSS [position] AT AND MAINTAIN [altitude]
50 PositionAltitudeAltitude: CROSS [position] BETWEEN [altitude] AND [altitude]
51 PositionTime: CROSS [position] AT [time]
52 PositionTime: CROSS [position] AT OR BEFORE [time]
53 PositionTime: CROSS [position] AT OR AFTER [time]
54 PositionTimeTime: CROSS [position] BETWEEN [time] AND [time]
55 PositionSpeed: CROSS [position] AT [speed]
56 PositionSpeed: CROSS [position] AT OR LESS THAN [speed]
57 PositionSpeed: CROSS [position] AT OR GREATER THAN [speed]
58 PositionTimeAltitude: CROSS [position] AT [time] AT [altitude]
59 PositionTimeAltitude: CROSS [position] AT OR BEFORE [time] AT [altitude]
60 PositionTimeAltitude: CROSS [position] AT OR AFTER [time] AT [altitude]
61 PositionAltitudeSpeed: CROSS [position] AT AND MAINTAIN [altitude] AT [speed]
62 TimePositionAltitude: AT [time] CROSS [position] AT AND MAINTAIN [altitude]
63 TimePositionAltitudeSpeed: AT [time] CROSS [position] AT AND MAINTAIN [altitude] AT [speed]
64 DistanceOffsetDirection: OFFSET [distanceoffset] [direction] OF ROUTE
65 PositionDistanceOffsetDirection: AT [position] OFFSET [distanceoffset] [direction] OF ROUTE
66 TimeDistanceOffsetDirection: AT [time] OFFSET [distanceoffset] [direction] OF ROUTE
67 NULL: PROCEED BACK ON ROUTE
68 Position: REJOIN ROUTE BY [position]
69 Time: REJOIN ROUTE BY [time]
70 Position: EXPECT BACK ON ROUTE BY [position]
71 Time: EXPECT BACK ON ROUTE BY [time]
72 NULL: RESUME OWN NAVIGATION
73 Predepartureclearance=PredepartureClearance: [predepartureclearance]
74 Position: PROCEED DIRECT TO [position]
75 Position: WHEN ABLE PROCEED DIRECT TO [position]
76 TimePosition: AT [time] PROCEED DIRECT TO [position]
77 PositionPosition: AT [position] PROCEED DIRECT TO [position]
78 AltitudePosition: AT [altitude] PROCEED DIRECT TO [position]
79 PositionRouteClearance: CLEARED TO [position] VIA [routeclearance]
80 RouteClearance: CLEARED [routeclearance]
81 ProcedureName: CLEARED [procedurename]
82 DistanceOffsetDirection: CLEARED TO DEVIATE UP TO [distanceoffset] [direction] OF ROUTE
83 PositionRouteClearance: AT [position] CLEARED [routeclearance]
84 PositionProcedureName: AT [position] CLEARED [procedurename]
85 RouteClearance: EXPECT [routeclearance]
86 PositionRouteClearance: AT [position] EXPECT [routeclearance]
87 Position: EXPECT DIRECT TO [position]
88 PositionPosition: AT [position] EXPECT DIRECT TO [position]
89 TimePosition: AT [time] EXPECT DIRECT TO [position]
90 AltitudePosition: AT [altitude] EXPECT DIRECT TO [position]
91 HoldClearance: HOLD AT [position] MAINTAIN [altitude] INBOUND TRACK [degrees] [direction] TURNS [legtype]
92 PositionAltitude: HOLD AT [position] AS PUBLISHED MAINTAIN [altitude]
93 Time: EXPECT FURTHER CLEARANCE AT [time]
94 DirectionDegrees: TURN [direction] HEADING [degrees]
95 DirectionDegrees: TURN [direction] GROUND TRACK [degrees]
96 NULL: FLY PRESENT HEADING
97 PositionDegrees: AT [position] FLY HEADING [degrees]
98 DirectionDegrees: IMMEDIATELY TURN [direction] HEADING [degrees]
99 ProcedureName: EXPECT [procedurename]
100 TimeSpeed: AT [time] EXPECT [speed]
101 PositionSpeed: AT [position] EXPECT [speed]
102 AltitudeSpeed: AT [altitude] EXPECT [speed]
103 TimeSpeedSpeed: AT [time] EXPECT [speed] TO [speed]
104 PositionSpeedSpeed: AT [position] EXPECT [speed] TO [speed]
105 AltitudeSpeedSpeed: AT [altitude] EXPECT [speed] TO [speed]
106 Speed: MAINTAIN [speed]
107 NULL: MAINTAIN PRESENT SPEED
108 Speed: MAINTAIN [speed] OR GREATER
109 Speed: MAINTAIN [speed] OR LESS
110 SpeedSpeed: MAINTAIN [speed] TO [speed]
111 Speed: INCREASE SPEED TO [speed]
112 Speed: INCREASE SPEED TO [speed] OR GREATER
113 Speed: REDUCE SPEED TO [speed]
114 Speed: REDUCE SPEED TO [speed] OR LESS
115 Speed: DO NOT EXCEED [speed]
116 NULL: RESUME NORMAL SPEED
117 ICAOunitnameFrequency=ICAOUnitNameFrequency: CONTACT [icaounitname] [frequency]
118 PositionICAOunitnameFrequency=PositionICAOUnitNameFrequency: AT [position] CONTACT [icaounitname] [frequency]
119 TimeICAOunitnameFrequency: AT [time] CONTACT [icaounitname] [frequency]
120 ICAOunitnameFrequency=ICAOUnitNameFrequency: MONITOR [icaounitname] [frequency]
121 PositionICAOunitnameFrequency=PositionICAOUnitNameFrequency: AT [position] MONITOR [icaounitname] [frequency]
122 TimeICAOunitnameFrequency: AT [time] MONITOR [icaounitname] [frequency]
123 BeaconCode: SQUAWK [beaconcode]
124 NULL: STOP SQUAWK
125 NULL: SQUAWK ALTITUDE
126 NULL: STOP ALTITUDE SQUAWK
127 NULL: REPORT BACK ON ROUTE
128 Altitude: REPORT LEAVING [altitude]
129 Altitude: REPORT LEVEL [altitude]
130 Position: REPORT PASSING [position]
131 NULL: REPORT REMAINING FUEL AND SOULS ON BOARD
132 NULL: CONFIRM POSITION
133 NULL: CONFIRM ALTITUDE
134 NULL: CONFIRM SPEED
135 NULL: CONFIRM ASSIGNED ALTITUDE
136 NULL: CONFIRM ASSIGNED SPEED
137 NULL: CONFIRM ASSIGNED ROUTE
138 NULL: CONFIRM TIME OVER REPORTED WAYPOINT
139 NULL: CONFIRM REPORTED WAYPOINT
140 NULL: CONFIRM NEXT WAYPOINT
141 NULL: CONFIRM NEXT WAYPOINT ETA
142 NULL: CONFIRM ENSUING WAYPOINT
143 NULL: CONFIRM REQUEST
144 NULL: CONFIRM SQUAWK
145 NULL: CONFIRM HEADING
146 NULL: CONFIRM GROUND TRACK
147 NULL: REQUEST POSITION REPORT
148 Altitude: WHEN CAN YOU ACCEPT [altitude]
149 AltitudePosition: CAN YOU ACCEPT [altitude] AT [position]
150 AltitudeTime: CAN YOU ACCEPT [altitude] AT [time]
151 Speed: WHEN CAN YOU ACCEPT [speed]
152 DistanceOffsetDirection: WHEN CAN YOU ACCEPT [distanceoffset] [direction] OFFSET
153 Altimeter: ALTIMETER [altimeter]
154 NULL: RADAR SERVICES TERMINATED
155 Position: RADAR CONTACT [position]
156 NULL: RADAR CONTACT LOST
157 Frequency: CHECK STUCK MICROPHONE [frequency]
158 ATISCode: ATIS [atiscode]
159 ErrorInformation: ERROR [errorinformation]
160 ICAOfacilitydesignation=ICAOfacilityDesignation: NEXT DATA AUTHORITY [icaofacilitydesignation]
161 NULL: END SERVICE
162 NULL: SERVICE UNAVAILABLE
163 ICAOfacilitydesignationTp4table=ICAOFacilityDesignationTp4Table: [icaofacilitydesignation] [tp4table]
164 NULL: WHEN READY
165 NULL: THEN
166 NULL: DUE TO TRAFFIC
167 NULL: DUE TO AIRSPACE RESTRICTION
168 NULL: DISREGARD
169 FreeText: [freetext]
170 FreeText: [freetext]
171 VerticalRate: CLIMB AT [verticalrate] MINIMUM
172 VerticalRate: CLIMB AT [verticalrate] MAXIMUM
173 VerticalRate: DESCEND AT [verticalrate] MINIMUM
174 VerticalRate: DESCEND AT [verticalrate] MAXIMUM
175 Altitude: REPORT REACHING [altitude]
176 NULL: MAINTAIN OWN SEPARATION AND VMC
177 NULL: AT PILOTS DISCRETION
178 NULL: [trackdetailmsg-deleted]
179 NULL: SQUAWK IDENT
180 AltitudeAltitude: REPORT REACHING BLOCK [altitude] TO [altitude]
181 ToFromPosition: REPORT DISTANCE [tofrom] [position]
182 NULL: CONFIRM ATIS CODE
`;
