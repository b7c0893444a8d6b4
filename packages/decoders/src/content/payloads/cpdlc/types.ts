/* cspell:disable -- names of another specification */
/**
 * The types of FANS-1/A CPDLC messages, as data: facts of the ASN.1 module `FANSACTwoWayDataLinkCommunications`
 * (RTCA DO-219, EUROCAE ED-100A), with the names of libacars' trees (`asn1-format-cpdlc-json.c`).
 *
 * A line is a type, its name in the tree, and its definition; an indented line continues the one before:
 * `number 0..63`, `quantity 0..2500 x 10 ft` (ten feet each), `name at atorabove` (one of these, in order),
 * `text 1..5` (characters of 7 bits), `figures 12`, `digits 4` (octal), `boolean`, `list 1..8 Type`,
 * `sequence Type Type?` (`?`: may be missing), `choice member other=Type` (of type `Member` if none is
 * given), and `like Type` (the same under another name).
 */
export const typeLines = `
AircraftEquipmentCode ac_equipment_code: sequence COMNAVApproachEquipmentAvailable COMNAVEquipmentStatusSequence?
  SSREquipmentAvailable
AircraftFlightIdentification ac_flight_id: text 2..7
AircraftType ac_type: text 2..5
Airport airport: text 4..4
AirportDeparture airport_dep: like Airport
AirportDestination airport_dst: like Airport
AirwayIdentifier airway_id: text 1..5
AirwayIntercept airway_intercept: text 1..5
Altimeter altimeter: choice altimeterEnglish altimeterMetric
AltimeterEnglish altimeter_english: quantity 2200..3200 x 0.01 inHg
AltimeterMetric altimeter_metric: quantity 7500..12500 x 0.1 hPa
Altitude alt: choice altitudeQNH altitudeQNHMeters altitudeQFE altitudeQFEMeters altitudeGNSSFeet altitudeGNSSMeters
  altitudeFlightLevel altitudeFlightLevelMetric
AltitudeAltitude alt_alt: list 2..2 Altitude
AltitudeFlightLevel flight_level: number 30..600
AltitudeFlightLevelMetric flight_level_metric: quantity 100..2000 x 10 m
AltitudeGNSSFeet alt_gnss: quantity 0..150000 x 1 ft
AltitudeGNSSMeters alt_gnss_meters: quantity 0..50000 x 1 m
AltitudePosition alt_pos: sequence Altitude Position
AltitudeQFE alt_qfe: quantity 0..2100 x 10 ft
AltitudeQFEMeters alt_qfe_meters: quantity 0..7000 x 1 m
AltitudeQNH alt_qnh: quantity 0..2500 x 10 ft
AltitudeQNHMeters alt_qnh_meters: quantity 0..16000 x 1 m
AltitudeRestriction alt_restriction: like Altitude
AltitudeSpeed alt_speed: sequence Altitude Speed
AltitudeSpeedSpeed alt_speed_speed: sequence Altitude SpeedSpeed
AltitudeTime alt_time: sequence Altitude Time
ATCDownlinkMessage atc_downlink_msg: sequence ATCMessageHeader ATCDownlinkMsgElementId
  ATCDownlinkMsgElementIdSequence?
ATCDownlinkMsgElementIdSequence atc_downlink_msg_element_id_seq: list 1..4 ATCDownlinkMsgElementId
ATCMessageHeader header: sequence MsgIdentificationNumber MsgReferenceNumber? Timestamp?
ATCUplinkMessage atc_uplink_msg: sequence ATCMessageHeader ATCUplinkMsgElementId ATCUplinkMsgElementIdSequence?
ATCUplinkMsgElementIdSequence atc_uplink_msg_element_id_seq: list 1..4 ATCUplinkMsgElementId
ATISCode atis_code: text 1..1
ATWAlongTrackWaypoint atw_along_track_wpt: sequence Position ATWDistance Speed? ATWAltitudeSequence?
ATWAlongTrackWaypointSequence atw_along_trk_wpt_seq: list 1..8 ATWAlongTrackWaypoint
ATWAltitude atw_alt: sequence ATWAltitudeTolerance Altitude
ATWAltitudeSequence atw_alt_seq: list 1..2 ATWAltitude
ATWAltitudeTolerance atw_alt_tolerance: name at atorabove atorbelow
ATWDistance atw_distance: sequence ATWDistanceTolerance Distance
ATWDistanceTolerance atw_dist_tolerance: name plus minus
BeaconCode beacon_code: digits 4
COMNAVApproachEquipmentAvailable comm_nav_appr_equipment_avail: boolean
COMNAVEquipmentStatus comm_nav_equipment_status: name aloranA cloranC ddme edecca fadf ggnss hhfRTF
  iinertialNavigation lils momega ovor pdoppler rrnavRouteEquipment ttacan uuhfRTF vvhfRTF
COMNAVEquipmentStatusSequence comm_nav_equipment_status_seq: list 1..16 COMNAVEquipmentStatus
DegreeIncrement deg_increment: quantity 1..20 x 1 deg
Degrees deg: choice degreesMagnetic degreesTrue
DegreesMagnetic deg_mag: quantity 1..360 x 1 deg
DegreesTrue deg_true: quantity 1..360 x 1 deg
Direction dir: name left right eitherSide north south east west northEast northWest southEast southWest
DirectionDegrees dir_deg: sequence Direction Degrees
Distance dist: choice distanceNm distanceKm
DistanceKm dist_km: quantity 1..1024 x 1 km
DistanceNm dist_nm: quantity 0..9999 x 0.1 nm
DistanceOffset dist_offset: choice distanceOffsetNm distanceOffsetKm
DistanceOffsetDirection dist_offset_dir: sequence DistanceOffset Direction
DistanceOffsetKm dist_offset_km: quantity 1..256 x 1 km
DistanceOffsetNm dist_offset_nm: quantity 1..128 x 1 nm
EastOrWest dir: name east west
EFCtime expect_further_clearance_at_time: like Time
ErrorInformation err_info: name applicationError duplicateMsgIdentificationNumber unrecognizedMsgReferenceNumber
  endServiceWithPendingMsgs endServiceWithNoValidResponse insufficientMsgStorageCapacity
  noAvailableMsgIdentificationNumber commandedTermination insufficientData unexpectedData invalidData
  reservedErrorMsg1 reservedErrorMsg2 reservedErrorMsg3 reservedErrorMsg4 reservedErrorMsg5 reservedErrorMsg6
FixName fix: text 1..5
FixNext next_fix: like Position
FixNextPlusOne next_next_fix: like Position
FreeText free_text: text 1..256
Frequency freq: choice frequencyhf frequencyvhf frequencyuhf frequencysatchannel
FrequencyDeparture freq_dep: like Frequencyvhf
Frequencyhf hf: quantity 2850..28000 x 1 kHz
Frequencysatchannel sat_channel: figures 12
Frequencyuhf uhf: quantity 225000..399975 x 0.001 MHz
Frequencyvhf vhf: quantity 117000..138000 x 0.001 MHz
Holdatwaypoint hold_at_wpt: sequence Position HoldatwaypointSpeedLow? ATWAltitude? HoldatwaypointSpeedHigh? Direction?
  Degrees? EFCtime? LegType?
HoldatwaypointSequence hold_at_wpt_seq: list 1..8 Holdatwaypoint
HoldatwaypointSpeedHigh hold_at_wpt_speed_high: like Speed
HoldatwaypointSpeedLow hold_at_wpt_speed_low: like Speed
HoldClearance hold_clearance: sequence Position Altitude Degrees Direction LegType?
ICAOfacilityDesignation icao_facility_designation: text 4..4
ICAOFacilityDesignationTp4Table icao_facility_designation_tp4_table: sequence ICAOfacilityDesignation Tp4table
ICAOFacilityFunction icao_facility_function: name center approach tower final groundControl clearanceDelivery
  departure control
ICAOFacilityIdentification icao_facility_id: choice iCAOfacilitydesignation=ICAOfacilityDesignation
  iCAOfacilityname=ICAOFacilityName
ICAOFacilityName icao_facility_name: text 3..18
ICAOUnitName icao_unit_name: sequence ICAOFacilityIdentification ICAOFacilityFunction
ICAOUnitNameFrequency icao_unit_name_freq: sequence ICAOUnitName Frequency
Icing icing: name trace light moderate severe
InterceptCourseFrom intercept_course_from: sequence InterceptCourseFromSelection Degrees
InterceptCourseFromSelection intercept_source_from_selection: choice publishedIdentifier latitudeLongitude
  placeBearingPlaceBearing placeBearingDistance
InterceptCourseFromSequence intercept_source_from_sequence: list 1..4 InterceptCourseFrom
Latitude lat: sequence LatitudeWholeDegrees MinutesLatLon? NorthOrSouth
LatitudeDegrees lat_deg: quantity 0..90 x 1 deg
LatitudeDirection lat_dir: name north south
LatitudeLongitude lat_lon: sequence Latitude Longitude
LatitudeLongitudeSequence lat_lon_seq: list 1..128 LatitudeLongitude
LatitudeReportingPoints reporting_points: sequence LatitudeDirection LatitudeDegrees
LatitudeWholeDegrees deg: number 0..90
LatLonReportingPoints lat_lon_reporting_points: choice latitudeReportingPoints longitudeReportingPoints
LegDistance leg_dist: choice legDistanceEnglish legDistanceMetric
LegDistanceEnglish leg_dist_english: quantity 1..999 x 0.1 nm
LegDistanceMetric leg_dist_metric: quantity 1..128 x 1 km
LegTime leg_time: quantity 1..99 x 0.1 min
LegType leg_type: choice legDistance legTime
Longitude lon: sequence LongitudeWholeDegrees MinutesLatLon? EastOrWest
LongitudeDegrees lon_deg: quantity 0..180 x 1 deg
LongitudeDirection lon_dir: name east west
LongitudeReportingPoints lon_reporting_points: sequence LongitudeDirection LongitudeDegrees
LongitudeWholeDegrees deg: number 0..180
MinutesLatLon min: number 0..599 x 0.1
MsgIdentificationNumber msg_id: number 0..63
MsgReferenceNumber msg_ref: number 0..63
Navaid navaid: text 1..4
NorthOrSouth dir: name north south
PDCrevision pdc_revision: number 1..16
PlaceBearing place_bearing: sequence FixName LatitudeLongitude? Degrees
PlaceBearingDistance place_bearing_dist: sequence FixName LatitudeLongitude? Degrees Distance
PlaceBearingPlaceBearing place_bearing_place_bearing: list 2..2 PlaceBearing
Position pos: choice fixName navaid airport latitudeLongitude placeBearingDistance
PositionAltitude pos_alt: sequence Position Altitude
PositionAltitudeAltitude pos_alt_alt: sequence Position AltitudeAltitude
PositionAltitudeSpeed pos_alt_speed: sequence Position Altitude Speed
PositionCurrent pos_current: like Position
PositionDegrees pos_deg: sequence Position Degrees
PositionDistanceOffsetDirection pos_dist_offset_dir: sequence Position DistanceOffset Direction
PositionICAOUnitNameFrequency pos_icao_unit_name_freq: sequence Position ICAOUnitName Frequency
PositionPosition pos_pos: list 2..2 Position
PositionProcedureName pos_procedure_name: sequence Position ProcedureName
PositionReport pos_report: sequence PositionCurrent TimeAtPositionCurrent Altitude FixNext? TimeEtaAtFixNext?
  FixNextPlusOne? TimeEtaDestination? RemainingFuel? Temperature? Winds? Turbulence? Icing? Speed? SpeedGround?
  VerticalChange? TrackAngle? Trueheading? Distance? SupplementaryInformation? ReportedWaypointPosition?
  ReportedWaypointTime? ReportedWaypointAltitude?
PositionRouteClearance pos_rte_clearance: sequence Position RouteClearance
PositionSpeed pos_speed: sequence Position Speed
PositionSpeedSpeed pos_speed_speed: sequence Position SpeedSpeed
PositionTime pos_time: sequence Position Time
PositionTimeAltitude pos_time_alt: sequence Position Time Altitude
PositionTimeTime pos_time_time: sequence Position TimeTime
PredepartureClearance predeparture_clearance: sequence AircraftFlightIdentification AircraftType?
  AircraftEquipmentCode? TimeDepartureEdct RouteClearance AltitudeRestriction? FrequencyDeparture BeaconCode
  PDCrevision
Procedure procedure: text 1..6
ProcedureApproach procedure_appr: like ProcedureName
ProcedureArrival procedure_arr: like ProcedureName
ProcedureDeparture procedure_dep: like ProcedureName
ProcedureName procedure_name: sequence ProcedureType Procedure ProcedureTransition?
ProcedureTransition procedure_transition: text 1..5
ProcedureType procedure_type: name arrival approach departure
PublishedIdentifier published_identifier: sequence FixName LatitudeLongitude?
RemainingFuel rem_fuel_time: sequence Timehours Timeminutes
RemainingFuelRemainingSouls rem_fuel_persons_onboard: sequence RemainingFuel RemainingSouls
RemainingSouls persons_onboard: number 1..1024
ReportedWaypointAltitude reported_wpt_alt: like Altitude
ReportedWaypointPosition reported_wpt_pos: like Position
ReportedWaypointTime reported_wpt_time: like Time
ReportingPoints reporting_points: sequence LatLonReportingPoints DegreeIncrement?
RouteClearance rte_clearance: sequence AirportDeparture? AirportDestination? RunwayDeparture? ProcedureDeparture?
  RunwayArrival? ProcedureApproach? ProcedureArrival? AirwayIntercept? RouteInformationSequence?
  RouteInformationAdditional?
RouteInformation rte_info: choice publishedIdentifier latitudeLongitude placeBearingPlaceBearing placeBearingDistance
  airwayIdentifier trackDetail
RouteInformationAdditional rte_info_additional: sequence ATWAlongTrackWaypointSequence? ReportingPoints?
  InterceptCourseFromSequence? HoldatwaypointSequence? WaypointSpeedAltitudesequence? RTARequiredTimeArrivalSequence?
RouteInformationSequence rte_info_seq: list 1..128 RouteInformation
RTARequiredTimeArrival rta_req_time_arrival: sequence Position RTATime RTATolerance?
RTARequiredTimeArrivalSequence req_time_arrival_seq: list 1..32 RTARequiredTimeArrival
RTATime rta_time: sequence Time TimeTolerance
RTATolerance rta_tolerance: quantity 1..150 x 0.1 min
Runway runway: sequence RunwayDirection RunwayConfiguration
RunwayArrival runway_arr: like Runway
RunwayConfiguration runway_config: name left right center none
RunwayDeparture runway_dep: like Runway
RunwayDirection runway_dir: number 1..36
Speed speed: choice speedIndicated speedIndicatedMetric speedTrue speedTrueMetric speedGround speedGroundMetric
  speedMach speedMachLarge
SpeedGround speed_gnd: quantity 7..70 x 10 kts
SpeedGroundMetric speed_gnd_metric: quantity 10..265 x 10 km/h
SpeedIndicated speed_indicated: quantity 7..38 x 10 kts
SpeedIndicatedMetric speed_indicated_metric: quantity 10..137 x 10 km/h
SpeedMach speed_mach: quantity 61..92 x 0.01 none
SpeedMachLarge speed_mach_large: quantity 93..604 x 0.01 none
SpeedSpeed speed_speed: list 2..2 Speed
SpeedTrue speed_true: quantity 7..70 x 10 kts
SpeedTrueMetric speed_true_metric: quantity 10..137 x 10 km/h
SSREquipmentAvailable ssr_equipment_avail: name nnil atransponderModeA ctransponderModeAandC xtransponderModeS
  ptransponderModeSPA itransponderModeSID stransponderModeSPAID
SupplementaryInformation supplementary_info: like FreeText
Temperature temp: choice temperatureC temperatureF
TemperatureC temp_deg_c: quantity -80..47 x 1 C
TemperatureF temp_deg_f: quantity -105..150 x 1 F
Time time: sequence Timehours Timeminutes
TimeAltitude time_alt: sequence Time Altitude
TimeAtPositionCurrent time_at_pos_current: like Time
TimeDepartureEdct est_dep_time: like Time
TimeDistanceOffsetDirection dist_offset_dir: sequence Time DistanceOffset Direction
TimeDistanceToFromPosition dist_to_from_pos: sequence Time Distance ToFrom Position
TimeEtaAtFixNext eta_at_fix_next: like Time
TimeEtaDestination eta_at_dest: like Time
Timehours hour: number 0..23
TimeICAOunitnameFrequency icao_unitname_freq: sequence Time ICAOUnitName Frequency
Timeminutes min: number 0..59
TimePosition time_pos: sequence Time Position
TimePositionAltitude time_pos_alt: sequence Time Position Altitude
TimePositionAltitudeSpeed time_pos_alt_speed: sequence Time Position Altitude Speed
TimeSeconds sec: number 0..59
TimeSpeed time_speed: sequence Time Speed
TimeSpeedSpeed time_speed_speed: sequence Time SpeedSpeed
Timestamp timestamp: sequence Timehours Timeminutes TimeSeconds
TimeTime time_time: list 2..2 Time
TimeTolerance time_tolerance: name at atorafter atorbefore
ToFrom to_from: name to from
ToFromPosition to_from_pos: sequence ToFrom Position
Tp4table tp4table: name labelA labelB
TrackAngle trk_angle: like Degrees
TrackDetail trk_detail: sequence TrackName LatitudeLongitudeSequence
TrackName trk_name: text 3..6
Trueheading true_hdg: like Degrees
Turbulence turbulence: name light moderate severe
VersionNumber ver_num: number 0..15
VerticalChange vert_change: sequence VerticalDirection VerticalRate
VerticalDirection vert_dir: name up down
VerticalRate vert_rate: choice verticalRateEnglish verticalRateMetric
VerticalRateEnglish vert_rate_english: quantity 0..60 x 100 ft/min
VerticalRateMetric vert_rate_metric: quantity 0..200 x 10 m/min
WaypointSpeedAltitude wpt_speed_alt: sequence Position Speed? ATWAltitudeSequence?
WaypointSpeedAltitudesequence wpt_speed_alt_seq: list 1..32 WaypointSpeedAltitude
WindDirection wind_dir: quantity 1..360 x 1 deg
Winds winds: sequence WindDirection WindSpeed
WindSpeed wind_speed: choice windSpeedEnglish windSpeedMetric
WindSpeedEnglish wind_speed_english: quantity 0..255 x 1 kts
WindSpeedMetric wind_speed_metric: quantity 0..511 x 1 km/h
`;
