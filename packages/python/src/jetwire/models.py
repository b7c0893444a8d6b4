"""What the service answers and takes, as its OpenAPI document describes it.

Written by tools/generate.py from the OpenAPI document: change that, not this file.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Literal, TypedDict


class _DecodedItems(TypedDict):
    label: str
    """What the value is, for example `Altitude`."""

    value: str | float | bool


class DecodedItems(_DecodedItems, total=False):
    unit: str
    """Unit of a number, for example `ft`."""


class _Decoded(TypedDict):
    by: Literal['decoder', 'text']
    """`decoder`: the decoder program decoded it. `text`: it was read from the text."""

    decoder: str
    """The name of the format or library that was used."""

    level: Literal['partial', 'full']
    """Whether all of the content was decoded."""

    application: str | None
    """The application: `adsc`, `atn-adsc`, `atn-association`, `atn-cm`, `atn-cpdlc`, `cpdlc`, `media-advisory`,
    `miam`, `ohma`, or the decoder's name of another; `null` if unknown.
    """

    description: str
    """The content in words."""

    items: list[DecodedItems]


class Decoded(_Decoded, total=False):
    version: int
    """The version of the service's readers; absent if an earlier release read the message."""


FlightTimes = TypedDict("FlightTimes", {
    "out": "str | None",
    "off": "str | None",
    "on": "str | None",
    "in": "str | None",
    "eta": "str | None",
})


class Assembly(TypedDict):
    status: Literal['complete', 'in-progress', 'skipped', 'duplicate', 'out-of-sequence', 'unknown']
    """The state of the whole. `complete`: `text` is the whole text."""

    part: int | None
    """Number of the block, from 1; `null` if unknown."""

    parts: int | None
    """Number of blocks; `null` while unknown."""


class _Message(TypedDict):
    id: str
    """UUIDv7. Ids sort by arrival and are the cursors of lists and feeds."""

    groupId: str
    """The id of the first reception of the same transmission."""

    timestamp: str
    """When the station received the message. If its clock is unusable, the time at which the service received it."""

    createdAt: str
    """When the service received the message."""

    stationId: int
    """The id of the station that received it."""

    airframeId: str | None
    """The id of the airframe; `null` if unknown."""

    flightId: str | None
    """The id of the flight; `null` if unknown."""

    source: str
    """The decoder program, for example `acarsdec`."""

    sourceType: str
    """The kind of link: `acars`, `vdl`, `hfdl`, `aero-acars`, `iridium-acars`. More may be added."""

    linkDirection: Literal['uplink', 'downlink'] | None
    """`uplink`: from the ground. `downlink`: from the airframe."""

    fromHex: str | None
    """Address of the sender, hexadecimal."""

    toHex: str | None
    """Address of the receiver, hexadecimal."""

    frequency: float | None
    """Frequency, MHz."""

    channel: float | None
    """Number of the receiver's channel."""

    level: float | None
    """Signal level, dB."""

    error: float | None
    """Number of errors that the decoder reports."""

    mode: str | None
    """ACARS mode."""

    label: str | None
    """ACARS label; `null` for messages without ACARS."""

    blockId: str | None
    """ACARS block id."""

    messageNumber: str | None
    """ACARS message number."""

    ack: str | None
    """ACARS acknowledgement; `null` for NAK."""

    tail: str | None
    """Registration of the airframe."""

    flightNumber: str | None
    """Flight identifier as received."""

    text: str | None
    """The text, as received."""

    data: str | None
    """Payload that the decoder did not decode."""

    departingAirport: str | None
    """Code of the departure airport."""

    destinationAirport: str | None
    """Code of the destination airport."""

    latitude: float | None
    """Degrees."""

    longitude: float | None
    """Degrees."""

    altitude: float | None
    """Feet."""

    authenticated: bool | None
    """Whether a key of the station proved the message. `null` if the station had no key."""

    sublabel: str | None
    """Sublabel of the avionics that sent or receives an H1 message."""

    mfi: str | None
    """Message function identifier of an H1 message."""

    decoded: Decoded | None
    """What the message says; `null` if it was not decoded."""

    positionSource: Literal['structured', 'text'] | None
    """`structured`: the position is a field of the decoder. `text`: it was read from the text."""

    onGround: bool | None
    """Whether the airframe is on the ground."""

    times: FlightTimes | None
    """Times of the flight; `null` if the message has none."""

    assembly: Assembly | None
    """`null` for a message of a single block."""


class Message(_Message, total=False):
    noise: float
    """Noise level, dB on the scale of `level`: dBFS for dumphfdl and dumpvdl2. Absent if the decoder does not tell
    it, like all members from here on.
    """

    snr: float
    """Signal-to-noise ratio, dB: as the decoder tells it, else `level` less `noise`."""

    frequencySkew: float
    """How far the signal was above the frequency of the channel, Hz; below it if negative."""

    bitRate: int
    """Bit rate of the frame, bit/s."""

    slot: str
    """HFDL: the kind of slot of the frame, `S` for single or `D` for double."""

    octetsCorrected: int
    """Octets of the burst that forward error correction has corrected."""


class ProblemErrors(TypedDict):
    field: str
    message: str


class _Problem(TypedDict):
    type: str
    title: str
    status: int
    code: Literal['invalid_request', 'unauthorized', 'forbidden', 'sign_in_again', 'not_found', 'gone', 'conflict', 'method_not_allowed', 'payload_too_large', 'unsupported_media_type', 'range_not_satisfiable', 'rate_limited', 'https_required', 'unavailable', 'internal']
    message: str
    requestId: str


class Problem(_Problem, total=False):
    detail: str
    instance: str
    errors: list[ProblemErrors]


class ReadAggregatorIdent(TypedDict):
    charactersMax: int
    """The most characters of an ident."""

    uuid: Literal[True]
    """Whether a UUID that you make yourself may be the ident."""


class ReadAggregatorSend(TypedDict):
    """Where feeders send; UDP and TCP take JSON, one object in a datagram or line."""

    host: str
    udp: list[int]
    tcp: list[int]
    http: str | None
    """The address for `POST`; `null` without one."""

    asf2: int | None
    """The port of asf-2.0 over gRPC; `null` without one."""

    formats: list[str]
    """Programs whose output each of the ports takes."""


class ReadAggregatorStatus(TypedDict):
    page: str
    """The page that shows a feeder whether it is received; add `?ident=`."""

    feeding: str
    """The same for programs (`GET /v1/feeding`); add `?ident=`."""

    service: str
    """The state of the service (`GET /v1/status`)."""


class ReadAggregatorDataLicence(TypedDict):
    name: str | None
    """The SPDX identifier or the name; `null` if the operator states none."""

    url: str | None
    """The address of its text; `null` if it is not known."""

    page: str
    """The page of this service about it."""


class ReadAggregator(TypedDict):
    name: str
    """The host by which people know the service."""

    operator: str | None
    """Who runs it; `null` if the operator does not say."""

    contact: str | None
    """An e-mail address, or the address of a page; `null` for none."""

    accountNeeded: Literal[False]
    """Messages are taken at once from everybody; a station can be claimed later."""

    ident: ReadAggregatorIdent
    send: ReadAggregatorSend
    """Where feeders send; UDP and TCP take JSON, one object in a datagram or line."""

    status: ReadAggregatorStatus
    privacyPolicy: str
    """The address of the privacy policy."""

    dataLicence: ReadAggregatorDataLicence


class ListAirframesQuery(TypedDict, total=False):
    tail: str
    """Registration, case-insensitive, with or without hyphens."""

    icao: str
    """ICAO 24-bit address: 6 hexadecimal digits, case-insensitive."""

    type: str
    """ICAO type designator, case-insensitive."""

    owner: str
    """Prefix of the owner's name, case-insensitive, at least 3 characters."""

    operator: str
    """Prefix of the operator's name, case-insensitive, at least 3 characters."""

    limit: int
    """Maximum number of items. Default and maximum: 100."""

    before: str
    """The id of an airframe: returns the items after it in the list."""

    after: str
    """The id of an airframe: returns the items before it in the list. Without `before`, returns the page that is
    adjacent to it.
    """


class Airframe(TypedDict):
    id: str
    icao: str | None
    """ICAO 24-bit address: 6 upper-case hexadecimal digits."""

    tail: str | None
    """Registration."""

    type: str | None
    """ICAO type designator."""

    manufacturer: str | None
    """According to a register, else that of the type designator."""

    model: str | None
    """According to a register, else the usual model of the type designator."""

    owner: str | None
    military: bool | None
    countryCode: str | None
    """ISO 3166-1 alpha-2 code of the country whose block contains the 24-bit address; `null` if there is none."""

    operator: str | None
    """The operator according to a register; `null` if unknown."""

    firstHeardAt: str | None
    """When a message of the airframe was first received; `null` if it is known only from a register."""

    lastHeardAt: str | None
    """When a message of the airframe was last received, accurate to about ten minutes."""


class ReadAirframeReceivedTails(TypedDict):
    tail: str
    """As it was received last."""

    transmissions: int
    """How many transmissions name both."""

    stations: int
    """How many stations received them."""

    owners: int
    """Of how many owners these stations are. One without an owner counts for itself; one that has not sent on three
    days does not count.
    """

    firstAt: str
    """When the first of them was received."""

    lastAt: str
    """When the last of them was received."""

    messageIds: list[str]
    """Up to 5 of the messages, the oldest first."""


class ReadAirframe(TypedDict):
    id: str
    icao: str | None
    """ICAO 24-bit address: 6 upper-case hexadecimal digits."""

    tail: str | None
    """Registration."""

    type: str | None
    """ICAO type designator."""

    manufacturer: str | None
    """According to a register, else that of the type designator."""

    model: str | None
    """According to a register, else the usual model of the type designator."""

    owner: str | None
    military: bool | None
    countryCode: str | None
    """ISO 3166-1 alpha-2 code of the country whose block contains the 24-bit address; `null` if there is none."""

    operator: str | None
    """The operator according to a register; `null` if unknown."""

    firstHeardAt: str | None
    """When a message of the airframe was first received; `null` if it is known only from a register."""

    lastHeardAt: str | None
    """When a message of the airframe was last received, accurate to about ten minutes."""

    tailSource: Literal['register', 'messages'] | None
    """What `tail` is known from. A register counts until stations of 3 owners have received another tail with the
    address.
    """

    registerTail: str | None
    """The tail according to a register."""

    receivedTails: list[ReadAirframeReceivedTails]
    """Up to 4 tails that messages of the last 90 days name together with the address, those of enough owners first.
    Tails that differ contradict each other.
    """


class ListAirframeFlightsQuery(TypedDict, total=False):
    since: str | datetime
    """Only flights first received at or after this time."""

    until: str | datetime
    """Only flights first received before this time."""

    active: bool
    """Whether a message of the flight was received in the last hour."""

    limit: int
    """Maximum number of items. Default and maximum: 100."""

    before: str
    """The id of a flight: returns the items after it in the list."""

    after: str
    """The id of a flight: returns the items before it in the list. Without `before`, returns the page that is
    adjacent to it.
    """


class FlightSummaryAirline(TypedDict):
    id: str
    """The ICAO code."""

    icao: str
    """ICAO airline designator."""

    iata: str | None
    """IATA airline designator; `null` if the airline has none or another airline has it."""

    name: str
    countryCode: str | None
    """ISO 3166-1 alpha-2 country code."""


class FlightSummaryDeparture(TypedDict):
    id: str
    """The ICAO code, or the IATA code of an airport without one."""

    icao: str | None
    """ICAO location indicator."""

    iata: str | None
    """IATA location code."""

    name: str
    city: str | None
    countryCode: str | None
    """ISO 3166-1 alpha-2 country code."""

    latitude: float
    """Degrees."""

    longitude: float
    """Degrees."""

    elevation: int | None
    """Feet above mean sea level."""


class FlightSummary(TypedDict):
    id: str
    flight: str
    """The flight identifier as received."""

    flightIata: str | None
    """With IATA airline code; `null` if the airline is unknown."""

    flightIcao: str | None
    """With ICAO airline code; `null` if the airline is unknown."""

    departingAirport: str | None
    """Code of the airport that its facts have; without facts, that was named last."""

    destinationAirport: str | None
    """As `departingAirport`."""

    status: str | None
    """`active`, `landed` (a message reported that it landed) or `ended` (no message for an hour)."""

    latitude: float | None
    """Degrees. The latest position that is consistent with earlier ones."""

    longitude: float | None
    """Degrees."""

    altitude: float | None
    """Feet."""

    track: float | None
    """Degrees from true north: the track that the latest position was reported with, else the course from the one
    before.
    """

    positionAt: str | None
    """When the airframe was there: the time that the message states, else when it was received."""

    airline: FlightSummaryAirline | None
    """`null` if the airline is unknown."""

    departure: FlightSummaryDeparture | None
    """The airport of `departingAirport`; `null` if it is unknown."""

    destination: FlightSummaryDeparture | None
    """The airport of `destinationAirport`; `null` if it is unknown."""

    airframeId: str | None
    firstHeardAt: str
    lastHeardAt: str


class ListAirframeMessagesQuery(TypedDict, total=False):
    include: Sequence[Literal['raw', 'tree', 'assembled', 'station', 'airframe', 'flight', 'receptions', 'ground_station', 'decoded']]
    """Members to add to each message, separated by commas; `null` where there is no value. Every message has
    `decoded`, with or without this parameter.
    """

    limit: int
    """Maximum number of items. Default and maximum: 100."""

    before: str
    """The id of a message: returns the items after it in the list."""

    after: str
    """The id of a message: returns the items before it in the list. Without `before`, returns the page that is
    adjacent to it.
    """


class ReadMessageContentFrom(TypedDict):
    messageId: str
    """The id of the message that this reception became."""

    stationId: int
    """The id of the station that received it."""

    members: list[Literal['decoded', 'latitude', 'longitude', 'positionSource', 'altitude', 'onGround', 'airframeId', 'flightId', 'departingAirport', 'destinationAirport', 'times']]
    """The members of this message that come from it."""


class ReadMessageAssembled(TypedDict):
    id: str
    """The id of the message that completed it."""

    groupId: str
    """The `groupId` of that message."""

    stationId: int
    """The id of the station that received that message."""

    timestamp: str
    """The `timestamp` of that message."""

    partIds: list[str]
    """The `groupId` of each part, in the order of the text. If a decoder joined the text, parts that the service did
    not get are missing.
    """

    joinedBy: Literal['decoder', 'service']
    """`decoder`: the text is the one of the message that completed it. `service`: the texts of the parts were joined,
    which may come from several stations.
    """

    text: str
    """The whole text."""

    decoded: Decoded | None
    """What the whole text says; `null` if it was not decoded."""

    latitude: float | None
    """Degrees."""

    longitude: float | None
    """Degrees."""

    altitude: float | None
    """Feet."""


class MessageStation(TypedDict):
    id: int
    ident: str
    sourceType: str | None
    countryCode: str | None
    """ISO 3166-1 alpha-2 country code."""

    latitude: float | None
    """Degrees, rounded to a tenth unless the owner shows the exact position."""

    longitude: float | None
    """Degrees, rounded to a tenth unless the owner shows the exact position."""


class MessageAirframe(TypedDict):
    id: str
    icao: str | None
    """ICAO 24-bit address: 6 upper-case hexadecimal digits."""

    tail: str | None
    """Registration."""

    type: str | None
    """ICAO type designator."""

    manufacturer: str | None
    """According to a register, else that of the type designator."""

    model: str | None
    """According to a register, else the usual model of the type designator."""

    owner: str | None
    military: bool | None


class MessageFlight(TypedDict):
    id: str
    flight: str
    """The flight identifier as received."""

    flightIata: str | None
    """With IATA airline code; `null` if the airline is unknown."""

    flightIcao: str | None
    """With ICAO airline code; `null` if the airline is unknown."""

    departingAirport: str | None
    """Code of the airport that its facts have; without facts, that was named last."""

    destinationAirport: str | None
    """As `departingAirport`."""

    status: str | None
    """`active`, `landed` (a message reported that it landed) or `ended` (no message for an hour)."""

    latitude: float | None
    """Degrees. The latest position that is consistent with earlier ones."""

    longitude: float | None
    """Degrees."""

    altitude: float | None
    """Feet."""

    track: float | None
    """Degrees from true north: the track that the latest position was reported with, else the course from the one
    before.
    """


class _ReadMessageReceptionsItems(TypedDict):
    messageId: str
    """The id of the message that it became."""

    stationId: int
    """The id of the station that received it."""

    ident: str
    """The station's name."""

    level: float | None
    """Signal level, dB."""

    frequency: float | None
    """Frequency, MHz."""

    delayMs: int
    """How long after the earliest reception the station received it, by the stations' own clocks, ms."""


class ReadMessageReceptionsItems(_ReadMessageReceptionsItems, total=False):
    noise: float
    """Noise level, dB on the scale of `level`: dBFS for dumphfdl and dumpvdl2. Absent if the decoder does not tell
    it, like all members from here on.
    """

    snr: float
    """Signal-to-noise ratio, dB: as the decoder tells it, else `level` less `noise`."""

    frequencySkew: float
    """How far the signal was above the frequency of the channel, Hz; below it if negative."""

    bitRate: int
    """Bit rate of the frame, bit/s."""

    slot: str
    """HFDL: the kind of slot of the frame, `S` for single or `D` for double."""

    octetsCorrected: int
    """Octets of the burst that forward error correction has corrected."""


class ReadMessageReceptions(TypedDict):
    total: int
    """The number of receptions, up to 1000."""

    items: list[ReadMessageReceptionsItems]
    """The earliest 50 receptions, in the order of their times."""


class ReadMessageGroundStation(TypedDict):
    id: str
    """The system and the address, for example `hfdl-4`."""

    system: Literal['hfdl', 'vdl', 'aero']
    """`hfdl`: HF data link. `vdl`: VDL mode 2. `aero`: an Inmarsat ground earth station."""

    address: str
    """The number of an HFDL ground station in the system table, the 24-bit address of a VDL2 ground station, or the
    number of a ground earth station (2 hex digits).
    """

    name: str | None
    airports: list[str]
    """ICAO codes of the airports that it serves."""

    latitude: float | None
    """Degrees."""

    longitude: float | None
    """Degrees."""


class _ReadMessage(TypedDict):
    id: str
    """UUIDv7. Ids sort by arrival and are the cursors of lists and feeds."""

    groupId: str
    """The id of the first reception of the same transmission."""

    timestamp: str
    """When the station received the message. If its clock is unusable, the time at which the service received it."""

    createdAt: str
    """When the service received the message."""

    stationId: int
    """The id of the station that received it."""

    airframeId: str | None
    """The id of the airframe; `null` if unknown."""

    flightId: str | None
    """The id of the flight; `null` if unknown."""

    source: str
    """The decoder program, for example `acarsdec`."""

    sourceType: str
    """The kind of link: `acars`, `vdl`, `hfdl`, `aero-acars`, `iridium-acars`. More may be added."""

    linkDirection: Literal['uplink', 'downlink'] | None
    """`uplink`: from the ground. `downlink`: from the airframe."""

    fromHex: str | None
    """Address of the sender, hexadecimal."""

    toHex: str | None
    """Address of the receiver, hexadecimal."""

    frequency: float | None
    """Frequency, MHz."""

    channel: float | None
    """Number of the receiver's channel."""

    level: float | None
    """Signal level, dB."""

    error: float | None
    """Number of errors that the decoder reports."""

    mode: str | None
    """ACARS mode."""

    label: str | None
    """ACARS label; `null` for messages without ACARS."""

    blockId: str | None
    """ACARS block id."""

    messageNumber: str | None
    """ACARS message number."""

    ack: str | None
    """ACARS acknowledgement; `null` for NAK."""

    tail: str | None
    """Registration of the airframe."""

    flightNumber: str | None
    """Flight identifier as received."""

    text: str | None
    """The text, as received."""

    data: str | None
    """Payload that the decoder did not decode."""

    departingAirport: str | None
    """Code of the departure airport."""

    destinationAirport: str | None
    """Code of the destination airport."""

    latitude: float | None
    """Degrees."""

    longitude: float | None
    """Degrees."""

    altitude: float | None
    """Feet."""

    authenticated: bool | None
    """Whether a key of the station proved the message. `null` if the station had no key."""

    sublabel: str | None
    """Sublabel of the avionics that sent or receives an H1 message."""

    mfi: str | None
    """Message function identifier of an H1 message."""

    decoded: Decoded | None
    """What the message says; `null` if it was not decoded."""

    positionSource: Literal['structured', 'text'] | None
    """`structured`: the position is a field of the decoder. `text`: it was read from the text."""

    onGround: bool | None
    """Whether the airframe is on the ground."""

    times: FlightTimes | None
    """Times of the flight; `null` if the message has none."""

    assembly: Assembly | None
    """`null` for a message of a single block."""


class ReadMessage(_ReadMessage, total=False):
    noise: float
    """Noise level, dB on the scale of `level`: dBFS for dumphfdl and dumpvdl2. Absent if the decoder does not tell
    it, like all members from here on.
    """

    snr: float
    """Signal-to-noise ratio, dB: as the decoder tells it, else `level` less `noise`."""

    frequencySkew: float
    """How far the signal was above the frequency of the channel, Hz; below it if negative."""

    bitRate: int
    """Bit rate of the frame, bit/s."""

    slot: str
    """HFDL: the kind of slot of the frame, `S` for single or `D` for double."""

    octetsCorrected: int
    """Octets of the burst that forward error correction has corrected."""

    contentFrom: list[ReadMessageContentFrom]
    """The other receptions of the same transmission that members come from, because the station that received this
    message did not decode them: decoded content, position, airframe, flight, airports and times. Only by-id reads,
    conversations and lists and exports with `first=true` take content from other receptions, and never from those
    of stations that you cannot see. Absent if everything is of this reception.
    """

    raw: str | None
    """The decoder's object as text; `null` once it is no longer kept. Everybody but the owner of the station gets it
    without what the message itself hides: e-mails, network addresses, keys, the exact position of the station.
    """

    tree: dict[str, Any] | None
    """What the decoder program decoded, as it sent it, by application; `null` if there is nothing, it is larger than
    16 KiB, or it is no longer kept.
    """

    assembled: ReadMessageAssembled | None
    """The whole that the message is a part of or has completed; `null` if it has a single block, or the whole is not
    complete.
    """

    station: MessageStation | None
    airframe: MessageAirframe | None
    flight: MessageFlight | None
    receptions: ReadMessageReceptions | None
    """All receptions of the transmission; `null` while they are not stored."""

    groundStation: ReadMessageGroundStation | None
    """The ground station that sent the message or that it was sent to, of HFDL, VDL2 and Inmarsat. That of an HFDL
    message is known as long as `raw` is kept.
    """


class ListAirlinesQuery(TypedDict, total=False):
    name: str
    """Part of the name, at least 3 characters, case-insensitive, with or without diacritics."""

    limit: int
    """Maximum number of items. Default and maximum: 100."""

    before: str
    """The id of an airline: returns the items after it in the list."""

    after: str
    """The id of an airline: returns the items before it in the list. Without `before`, returns the page that is
    adjacent to it.
    """


class ListAirlineAirframesQuery(TypedDict, total=False):
    limit: int
    """Maximum number of items. Default and maximum: 100."""

    before: str
    """The id of an airframe: returns the items after it in the list."""

    after: str
    """The id of an airframe: returns the items before it in the list. Without `before`, returns the page that is
    adjacent to it.
    """


class ReadAirlineStatsLabels(TypedDict):
    name: str | None
    """The label, code, application, MHz or source type; `null` for messages without one."""

    title: str | None
    """What the name means; `null` if it is not known."""

    messages: int


class ReadAirlineStats(TypedDict):
    since: str
    until: str
    messages: int
    labels: list[ReadAirlineStatsLabels]
    """Messages by label, the most first."""

    sourceTypes: list[ReadAirlineStatsLabels]
    """Messages by source type, the most first."""


class ListAirportsQuery(TypedDict, total=False):
    name: str
    """Part of the name or the city, at least 3 characters, case-insensitive, with or without diacritics."""

    country: str
    """ISO 3166-1 alpha-2 country code."""

    limit: int
    """Maximum number of items. Default and maximum: 100."""

    before: str
    """The id of an airport: returns the items after it in the list."""

    after: str
    """The id of an airport: returns the items before it in the list. Without `before`, returns the page that is
    adjacent to it.
    """


class ListAirportFlightsQuery(TypedDict, total=False):
    since: str | datetime
    """Only flights at or after this time. Default: 48 hours ago."""

    limit: int
    """Maximum number of items. Default and maximum: 100."""

    before: str
    """The id of a flight: returns the items after it in the list."""

    after: str
    """The id of a flight: returns the items before it in the list. Without `before`, returns the page that is
    adjacent to it.
    """


class ListAirportFlights(TypedDict):
    id: str
    """The id of the flight."""

    callsign: str
    """ICAO airline and number without leading zeros: `UAL123`."""

    flownOn: str
    """The day (UTC) on which it took off, or was first received."""

    icao: str | None
    """Address of the airframe."""

    tail: str | None
    departure: str | None
    """Code of the airport."""

    destination: str | None
    """Code of the airport."""

    outAt: str | None
    """When it left the gate."""

    offAt: str | None
    """When it took off."""

    onAt: str | None
    """When it landed."""

    inAt: str | None
    """When it reached the gate."""

    eta: str | None
    """When it is expected to land, by the newest message that reports it."""

    sure: float | None
    """Of departure and destination, the one that is less sure. From 0 to 1: the weight of the transmissions that
    report it, among all that report one. One that nothing contradicts has 0.67.
    """

    firstAt: str
    """When the first message of the flight was received."""

    lastAt: str
    """When the last message of the flight was received."""

    departureAirport: FlightSummaryDeparture | None
    """The airport of `departure`; `null` if it is unknown."""

    destinationAirport: FlightSummaryDeparture | None
    """The airport of `destination`; `null` if it is unknown."""

    transmissions: int
    """How many transmissions report the departure or the destination, whichever fewer do."""

    contradicted: bool
    """Whether messages report another departure or destination, too."""


class ListAlertsFilter(TypedDict, total=False):
    tail: str
    """Registration, case-insensitive, with or without hyphens."""

    flight: str
    """Flight identifier with IATA or ICAO airline code, case-insensitive. `UA123`, `UA0123` and `UAL123` are the same
    flight.
    """

    airline: str
    """IATA or ICAO code of an airline, case-insensitive. `UA` and `UAL` are the same airline."""

    aircraftType: str
    """ICAO type designator of the airframe, case-insensitive."""

    label: list[str]
    sourceType: list[Literal['acars', 'vdl', 'hfdl', 'aero-acars', 'iridium-acars']]
    snrMin: float
    """Minimum of the signal-to-noise ratio, dB. Messages with an unknown one do not match."""

    text: str
    """A part of the text, case-insensitive."""

    q: str
    """A part of the text or of the decoded description, case-insensitive."""

    excludeText: list[str]
    """Parts of texts, case-insensitive: messages without any of them in the text and the decoded description."""

    decoded: list[Literal['any', 'none', 'adsc', 'atn-adsc', 'atn-association', 'atn-cm', 'atn-cpdlc', 'cpdlc', 'media-advisory', 'miam', 'ohma']]
    """`any`: messages whose content was decoded. Otherwise applications of the content."""

    bbox: list[float]
    """West, south, east, north in degrees. West greater than east crosses 180°."""


class ListAlerts(TypedDict):
    id: str
    name: str
    filter: ListAlertsFilter | None
    """Selects messages; `null` for a rule of a station."""

    stationId: int | None
    """The station whose silence and return are reported; `null` for a rule of messages."""

    notify: bool
    """Whether a match makes a notification `alert.match`."""

    email: bool
    """Whether a match is sent as e-mail. It requires an e-mail address of the account."""

    mutedUntil: str | None
    """Until when matches are ignored; `null` if the rule is not muted."""

    createdAt: str
    lastMatchedAt: str | None
    """When a match was delivered last; `null` if never, and for rules of stations."""


class AddAlertBodyFilter(TypedDict, total=False):
    """Selects messages. Members are combined with AND."""

    tail: str
    """Registration, case-insensitive, with or without hyphens."""

    flight: str
    """Flight identifier with IATA or ICAO airline code, case-insensitive. `UA123`, `UA0123` and `UAL123` are the same
    flight.
    """

    airline: str
    """IATA or ICAO code of an airline, case-insensitive. `UA` and `UAL` are the same airline."""

    aircraftType: str
    """ICAO type designator of the airframe, case-insensitive."""

    label: list[str]
    sourceType: list[Literal['acars', 'vdl', 'hfdl', 'aero-acars', 'iridium-acars']]
    snrMin: float
    """Minimum of the signal-to-noise ratio, dB. Messages with an unknown one do not match."""

    text: str
    """A part of the text, case-insensitive."""

    q: str
    """A part of the text or of the decoded description, case-insensitive."""

    excludeText: list[str]
    """Parts of texts, case-insensitive: messages without any of them in the text and the decoded description."""

    decoded: list[Literal['any', 'none', 'adsc', 'atn-adsc', 'atn-association', 'atn-cm', 'atn-cpdlc', 'cpdlc', 'media-advisory', 'miam', 'ohma']]
    """`any`: messages whose content was decoded. Otherwise applications of the content."""

    bbox: list[float]
    """West, south, east, north in degrees. West greater than east crosses 180°."""


class _AddAlertBody(TypedDict):
    name: str
    """A name for the rule, up to 64 characters."""


class AddAlertBody(_AddAlertBody, total=False):
    filter: AddAlertBodyFilter
    """Selects messages. Members are combined with AND."""

    stationId: int
    """The id of one of your stations, whose silence and return are reported."""

    notify: bool
    """Whether a match makes a notification `alert.match`."""

    email: bool
    """Whether a match is sent as e-mail. It requires an e-mail address of the account."""

    mutedUntil: str | None
    """Until when matches are ignored; `null` if the rule is not muted."""


class ChangeAlertBody(TypedDict, total=False):
    name: str
    filter: AddAlertBodyFilter
    """Replaces the filter of a rule of messages."""

    notify: bool
    """Whether a match makes a notification `alert.match`."""

    email: bool
    """Whether a match is sent as e-mail. It requires an e-mail address of the account."""

    mutedUntil: str | None
    """Until when matches are ignored; `null` if the rule is not muted."""


class PreviewAlertBody(TypedDict):
    filter: AddAlertBodyFilter


class PreviewAlert(TypedDict):
    matches: int
    """Transmissions that would have matched, counted up to 5000."""

    more: bool
    """Whether there are more; such a rule is refused as too broad."""

    hours: int
    """The time that was looked at, up to now, hours."""


ReadAnnouncements = TypedDict("ReadAnnouncements", {
    "id": "str",
    "text": "str",
    "level": "Literal['info', 'warning']",
    "from": "str",
    "until": "str | None",
})


class StationName(TypedDict):
    id: int
    ident: str


class ReadClaimCode(TypedDict):
    station: StationName
    username: str
    """The user who gets the station if the code is used."""

    expiresAt: str
    provisional: bool
    """Whether the user would get the station provisionally, because it is new."""

    fault: Literal['owned', 'no-messages', 'earlier-network', 'several-networks', 'too-few-hours', 'disputed', 'owner-erased', 'unknown'] | None
    """Why the code would not succeed from your network: `owned`, or a `result` of the claim's evidence; `null` if it
    would succeed.
    """


class ListClaimsEvidence(TypedDict):
    """What a network has sent under the ident of the station, and what that proves."""

    hours: int
    """Hours of the last 30 days in which the network sent messages; 72 are required."""

    days: int
    """Days of those on which it did; 3 are required."""

    result: Literal['proven', 'provisional', 'no-messages', 'earlier-network', 'several-networks', 'too-few-hours', 'disputed', 'owner-erased', 'unknown']
    """`proven`; `provisional`: the network sent first, and the station is in its first three days; otherwise why a
    claim waits for more hours or for the operator: `too-few-hours`; `no-messages` from the network;
    `earlier-network`: another network sent before; `several-networks`: it sent in less than 90 % of the hours in
    which anybody did; `disputed`; `owner-erased`: the last owner's account was erased, so the operator alone
    decides; `unknown`: there is no such station any more.
    """


class ListClaims(TypedDict):
    id: str
    station: StationName
    status: Literal['pending', 'provisional', 'approved', 'rejected']
    """`pending` until it is proven or the operator decides; `provisional`: the station is yours, and the claim is not
    proven yet. A decision is final.
    """

    note: str | None
    """The note that was sent with the claim."""

    createdAt: str
    decidedAt: str | None
    """When it was decided; `null` until then."""

    evidence: ListClaimsEvidence | None
    """What the network has sent from which the claim was made; `null` if it was made without `prove` or a code, if
    another network sent before, and once it is decided.
    """


class ReadCoverageCellsQuery(TypedDict, total=False):
    source_type: Literal['acars', 'vdl', 'hfdl', 'aero-acars', 'iridium-acars']
    """Source type."""


class ReadCoverageCellsFeaturesGeometry(TypedDict):
    type: Literal['Polygon']
    coordinates: list[list[list[float]]]
    """One ring of longitude and latitude, degrees. Longitudes of a cell across 180° go on beyond it."""


class ReadCoverageCellsFeaturesProperties(TypedDict):
    positions: int
    """Number of positions."""

    altitudeMin: int | None
    """The lowest altitude, feet; `null` if unknown."""

    altitudeMax: int | None
    """The highest."""


class ReadCoverageCellsFeatures(TypedDict):
    type: Literal['Feature']
    id: str
    """The cell of H3."""

    geometry: ReadCoverageCellsFeaturesGeometry
    properties: ReadCoverageCellsFeaturesProperties


class ReadCoverageCells(TypedDict):
    type: Literal['FeatureCollection']
    features: list[ReadCoverageCellsFeatures]
    """Cells, that with the most positions first; at most 2000."""


class ListDestinations(TypedDict):
    id: str
    name: str
    channel: Literal['webhook', 'ntfy', 'discord', 'slack', 'telegram', 'webpush']
    address: str
    """What it is known by, without secrets, for example its host."""

    types: list[str]
    ruleIds: list[str]
    enabled: bool
    """Whether anything is sent there. The service switches it off after days of failures."""

    createdAt: str
    failingSince: str | None
    """Since when each attempt has failed; `null` if the last one did not."""

    lastDeliveredAt: str | None
    previousSecretUntil: str | None
    """Until when messages are signed with the secret before, too; `null` unless the secret of a webhook was replaced
    lately.
    """


class AddDestinationBodyPushKeys(TypedDict):
    p256dh: str
    auth: str


class AddDestinationBodyPush(TypedDict):
    """The subscription of the browser."""

    endpoint: str
    keys: AddDestinationBodyPushKeys


class _AddDestinationBody(TypedDict):
    name: str
    """A name for the destination, up to 64 characters."""

    channel: Literal['webhook', 'ntfy', 'discord', 'slack', 'telegram', 'webpush']
    """`webhook` sends JSON with a signature (Standard Webhooks). `ntfy`, `discord`, `slack` and `telegram` send a
    text; `slack` also fits servers with webhooks of that form, such as Mattermost. `webpush` shows it in a
    browser.
    """

    types: list[Literal['chat.message', 'station.offline', 'station.online', 'key.issued', 'key.expiring', 'alert.match', 'claim.decided', 'station.transfer', 'erasure.planned', 'destination.failing', 'system.announcement', 'service.health']]
    """The types of notifications that are sent there."""


class AddDestinationBody(_AddDestinationBody, total=False):
    url: str
    """The address of the webhook, or the server of ntfy: an https URL. Hosts in private networks are refused unless
    the operator allows them.
    """

    topic: str
    """The topic of ntfy."""

    token: str
    """The access token of ntfy, if the topic requires one, or the token of the Telegram bot."""

    chatId: str
    """The chat of Telegram that the bot writes to."""

    push: AddDestinationBodyPush
    """The subscription of the browser."""

    ruleIds: list[str]
    """Of the notifications `alert.match`, those of these alert rules only; of every rule if it is empty."""


class AddDestination(TypedDict):
    id: str
    name: str
    channel: Literal['webhook', 'ntfy', 'discord', 'slack', 'telegram', 'webpush']
    address: str
    """What it is known by, without secrets, for example its host."""

    types: list[str]
    ruleIds: list[str]
    enabled: bool
    """Whether anything is sent there. The service switches it off after days of failures."""

    createdAt: str
    failingSince: str | None
    """Since when each attempt has failed; `null` if the last one did not."""

    lastDeliveredAt: str | None
    previousSecretUntil: str | None
    """Until when messages are signed with the secret before, too; `null` unless the secret of a webhook was replaced
    lately.
    """

    secret: str | None
    """The secret by which a receiver verifies signatures, `whsec_…`, shown this once; `null` for other channels than
    `webhook`.
    """


class ChangeDestinationBody(TypedDict, total=False):
    name: str
    types: list[Literal['chat.message', 'station.offline', 'station.online', 'key.issued', 'key.expiring', 'alert.match', 'claim.decided', 'station.transfer', 'erasure.planned', 'destination.failing', 'system.announcement', 'service.health']]
    """The types of notifications that are sent there."""

    ruleIds: list[str]
    """Of the notifications `alert.match`, those of these alert rules only; of every rule if it is empty."""

    enabled: bool


class ListDeliveriesQuery(TypedDict, total=False):
    limit: int
    """Maximum number of items. Default and maximum: 100."""

    before: str
    """The id of a delivery: returns the items after it in the list."""

    after: str
    """The id of a delivery: returns the items before it in the list. Without `before`, returns the page that is
    adjacent to it.
    """


class ListDeliveries(TypedDict):
    id: str
    """The same for each attempt: a webhook has it in `webhook-id`."""

    type: str
    """The type of the notification; `quiet-summary` after quiet hours, `test` for a test."""

    status: Literal['waiting', 'delivered', 'given-up']
    """`given-up`: it will not be tried again."""

    attempts: int
    createdAt: str
    nextAttemptAt: str | None
    """When it is tried next; `null` if it is not."""

    deliveredAt: str | None
    lastStatus: int | None
    """The HTTP status of the last answer."""

    lastAnswer: str | None
    """The beginning of the last answer, or what went wrong, up to 300 characters."""


class ReplaceDestinationSecretBody(TypedDict, total=False):
    endPrevious: bool
    """Whether the secret before ends at once: if somebody else knows it."""


class TestDestination(TypedDict):
    delivered: bool
    status: int | None
    """The HTTP status of the answer; `null` if there was none."""

    answer: str
    """The beginning of the answer, or what went wrong."""


class ListErasures(TypedDict):
    id: str
    kind: Literal['account', 'station']
    station: StationName | None
    """The station; `null` for the account."""

    requestedAt: str
    effectiveAt: str
    """When it takes effect. It can be called off until then."""


class ReadFeedingQuery(TypedDict, total=False):
    ident: str
    """The ident of a station, which may be a UUID: returns only this station, with what is public of it unless it
    also sends from your network.
    """


class ReadFeedingStations(TypedDict):
    ident: str
    feeding: bool
    """Whether the station is online, or a message came in the last 15 minutes."""

    lastMessageAt: str | None
    """When the last message came; `null` for none."""

    messagesLastHour: int
    """Messages of the last 60 minutes; an estimate for a station that sends thousands."""


class ReadFeeding(TypedDict):
    feeding: bool
    """Whether the station that was asked for feeds; without `ident` whether any station feeds from your network."""

    ident: str | None
    """The ident that was asked for; `null` without one."""

    lastMessageAt: str | None
    """When the last message came; `null` for none."""

    messagesLastHour: int
    """Messages of the last 60 minutes; an estimate for a station that sends thousands."""

    status: str
    """The page that shows more to the people of the feeder."""

    comparesNetworks: bool
    """Whether this service can tell without `ident` what comes from your network."""

    stations: list[ReadFeedingStations]
    """The stations that these members sum up, the latest received first."""


class ListFlightsQuery(TypedDict, total=False):
    flight: str
    """Flight identifier with IATA or ICAO airline code, case-insensitive. `UA123`, `UA0123` and `UAL123` are the same
    flight.
    """

    airframe: str
    """The id of an airframe."""

    icao: str
    """ICAO 24-bit address: 6 hexadecimal digits, case-insensitive."""

    tail: str
    """Registration, case-insensitive, with or without hyphens."""

    departing: str
    """ICAO or IATA code of the departure airport."""

    destination: str
    """ICAO or IATA code of the destination airport."""

    airline: str
    """IATA or ICAO code of an airline, case-insensitive. `UA` and `UAL` are the same airline."""

    bbox: Sequence[float]
    """West, south, east, north in degrees, compared with the position of the flight. West greater than east crosses
    180°. Without `since`, only flights of the last 36 hours are searched; `since` is at most 7 days ago, unless
    the airframe or the flight is named.
    """

    order: Literal['flight', '-flight', 'departing', '-departing', 'destination', '-destination', 'last_heard_at', '-last_heard_at']
    """Sorts the list by this value, with `-` the highest first. Items without a value come last. An item whose value
    changes between two pages may be missed or repeated. Needs `active=true`.
    """

    since: str | datetime
    """Only flights first received at or after this time."""

    until: str | datetime
    """Only flights first received before this time."""

    active: bool
    """Whether a message of the flight was received in the last hour."""

    limit: int
    """Maximum number of items. Default and maximum: 100."""

    before: str
    """The id of a flight: returns the items after it in the list."""

    after: str
    """The id of a flight: returns the items before it in the list. Without `before`, returns the page that is
    adjacent to it.
    """


class FlightPositions(TypedDict):
    timestamp: str
    latitude: float
    longitude: float
    altitude: float | None


class Flight(TypedDict):
    id: str
    flight: str
    """The flight identifier as received."""

    flightIata: str | None
    """With IATA airline code; `null` if the airline is unknown."""

    flightIcao: str | None
    """With ICAO airline code; `null` if the airline is unknown."""

    departingAirport: str | None
    """Code of the airport that its facts have; without facts, that was named last."""

    destinationAirport: str | None
    """As `departingAirport`."""

    status: str | None
    """`active`, `landed` (a message reported that it landed) or `ended` (no message for an hour)."""

    latitude: float | None
    """Degrees. The latest position that is consistent with earlier ones."""

    longitude: float | None
    """Degrees."""

    altitude: float | None
    """Feet."""

    track: float | None
    """Degrees from true north: the track that the latest position was reported with, else the course from the one
    before.
    """

    positionAt: str | None
    """When the airframe was there: the time that the message states, else when it was received."""

    airline: FlightSummaryAirline | None
    """`null` if the airline is unknown."""

    departure: FlightSummaryDeparture | None
    """The airport of `departingAirport`; `null` if it is unknown."""

    destination: FlightSummaryDeparture | None
    """The airport of `destinationAirport`; `null` if it is unknown."""

    airframeId: str | None
    firstHeardAt: str
    lastHeardAt: str
    airframe: MessageAirframe | None
    positions: list[FlightPositions]


class ReadFlightFactsEvidence(TypedDict):
    value: str
    """An airport's code, or a time."""

    sure: float
    """From 0 to 1: the weight of the transmissions that report it, among all that report one. One that nothing
    contradicts has 0.67.
    """

    transmissions: int
    """How many transmissions report it."""

    stations: int
    """How many stations received them."""

    firstAt: str
    """When the first of them was received."""

    lastAt: str
    """When the last of them was received."""

    learntAt: str
    """When the service received the first one that arrived."""

    messageIds: list[str]
    """Up to 5 of the messages, the oldest first."""

    stationIds: list[int]
    """Up to 8 of the stations."""


class ReadFlightFacts(TypedDict):
    flightId: str
    callsign: str
    """ICAO airline and number without leading zeros: `UAL123`."""

    flownOn: str
    """The day (UTC) on which it took off, or was first received."""

    icao: str | None
    """Address of the airframe."""

    tail: str | None
    departure: str | None
    """Code of the airport."""

    destination: str | None
    """Code of the airport."""

    outAt: str | None
    """When it left the gate."""

    offAt: str | None
    """When it took off."""

    onAt: str | None
    """When it landed."""

    inAt: str | None
    """When it reached the gate."""

    eta: str | None
    """When it is expected to land, by the newest message that reports it."""

    sure: float | None
    """Of departure and destination, the one that is less sure. From 0 to 1: the weight of the transmissions that
    report it, among all that report one. One that nothing contradicts has 0.67.
    """

    evidence: dict[str, list[ReadFlightFactsEvidence]]
    """By fact up to 4 values, that of the flight first. Several values contradict each other. Of expected arrivals
    only the newest is kept.
    """

    firstAt: str
    """When the first message of the flight was received."""

    lastAt: str
    """When the last message of the flight was received."""

    airports: list[FlightSummaryDeparture]
    """The known ones of the airports that the evidence names; `id` is their code there."""

    expiredMessageIds: list[str]
    """Those of the messages in the evidence that have expired; they cannot be read."""


class ReadFlightTrack(TypedDict):
    timestamp: str
    latitude: float
    longitude: float
    altitude: float | None
    at: str
    """When the airframe was there: the time that the message states, else when it was received. Positions are in this
    order.
    """

    sourceType: str
    positionSource: Literal['structured', 'text'] | None
    stations: int
    """Number of stations that received the transmission."""

    plausible: bool
    """Whether the airframe can have flown there from the plausible position before: at most 700 knots, and 30
    nautical miles more, or 10 between positions whose times are stated.
    """

    messageId: str
    """The id of the first reception."""


class ListGroundStationsQuery(TypedDict, total=False):
    system: Literal['hfdl', 'vdl', 'aero']
    """`hfdl`: HF data link. `vdl`: VDL mode 2. `aero`: an Inmarsat ground earth station."""

    active_within: int
    """Only ground stations that were active in the last so many minutes."""

    bbox: Sequence[float]
    """West, south, east, north in degrees. West greater than east crosses 180°."""

    order: Literal['name', '-name', 'last_heard_at', '-last_heard_at', 'last_active_at', '-last_active_at', 'frames_count', '-frames_count', 'receivers_count', '-receivers_count']
    """Sorts the list by this value, with `-` the highest first. Items without a value come last. An item whose value
    changes between two pages may be missed or repeated.
    """

    limit: int
    """Maximum number of items. Default and maximum: 100."""

    before: str
    """The id of a ground station: returns the items after it in the list."""

    after: str
    """The id of a ground station: returns the items before it in the list. Without `before`, returns the page that is
    adjacent to it.
    """


class ListGroundStationsFrequencies(TypedDict):
    frequency: float
    """MHz."""

    lastActiveAt: str
    """When it was last active there, as received or reported."""


class ListGroundStations(TypedDict):
    id: str
    """The system and the address, for example `hfdl-4`."""

    system: Literal['hfdl', 'vdl', 'aero']
    """`hfdl`: HF data link. `vdl`: VDL mode 2. `aero`: an Inmarsat ground earth station."""

    address: str
    """The number of an HFDL ground station in the system table, the 24-bit address of a VDL2 ground station, or the
    number of a ground earth station (2 hex digits).
    """

    name: str | None
    airports: list[str]
    """ICAO codes of the airports that it serves."""

    latitude: float | None
    """Degrees."""

    longitude: float | None
    """Degrees."""

    positionSource: Literal['reference', 'broadcast'] | None
    """`reference`: from the published system table of HFDL. `broadcast`: as sent by radio. `null`: there is no
    position.
    """

    utcSync: bool | None
    """HFDL: whether its clock is synchronized, as squitters say. `null`: unknown."""

    frequencies: list[ListGroundStationsFrequencies]
    """Frequencies on which it was active in the last 24 hours, the latest first."""

    framesCount: int
    """Frames received from it by all stations in the last 24 hours."""

    receiversCount: int
    """Stations that received it in the last 7 days, without hidden ones."""

    firstHeardAt: str | None
    """When a frame that it sent was first received; `null` if none was."""

    lastHeardAt: str | None
    """When a frame that it sent was last received."""

    lastActiveAt: str | None
    """When it was last received, addressed by an aircraft, or reported as active by another ground station."""


class ReadGroundStationReceivers(TypedDict):
    id: int
    ident: str
    lastHeardAt: str
    frames: int
    """Frames received from it in the last days that are kept."""


class ReadGroundStationHours(TypedDict):
    hour: str
    frames: int


class ReadGroundStation(TypedDict):
    id: str
    """The system and the address, for example `hfdl-4`."""

    system: Literal['hfdl', 'vdl', 'aero']
    """`hfdl`: HF data link. `vdl`: VDL mode 2. `aero`: an Inmarsat ground earth station."""

    address: str
    """The number of an HFDL ground station in the system table, the 24-bit address of a VDL2 ground station, or the
    number of a ground earth station (2 hex digits).
    """

    name: str | None
    airports: list[str]
    """ICAO codes of the airports that it serves."""

    latitude: float | None
    """Degrees."""

    longitude: float | None
    """Degrees."""

    positionSource: Literal['reference', 'broadcast'] | None
    """`reference`: from the published system table of HFDL. `broadcast`: as sent by radio. `null`: there is no
    position.
    """

    utcSync: bool | None
    """HFDL: whether its clock is synchronized, as squitters say. `null`: unknown."""

    frequencies: list[ListGroundStationsFrequencies]
    """Frequencies on which it was active in the last 24 hours, the latest first."""

    framesCount: int
    """Frames received from it by all stations in the last 24 hours."""

    receiversCount: int
    """Stations that received it in the last 7 days, without hidden ones."""

    firstHeardAt: str | None
    """When a frame that it sent was first received; `null` if none was."""

    lastHeardAt: str | None
    """When a frame that it sent was last received."""

    lastActiveAt: str | None
    """When it was last received, addressed by an aircraft, or reported as active by another ground station."""

    receivers: list[ReadGroundStationReceivers]
    """Stations that received it in the last 7 days, the latest first, at most 50. Hidden stations are returned only
    to their owner.
    """

    hours: list[ReadGroundStationHours]
    """Frames received from it by all stations, by hour, of the last 24 hours."""


class ReadOwnNetworkPorts(TypedDict):
    """The ports on which this service takes messages; each takes every format."""

    udp: list[int]
    tcp: list[int]
    http: int | None


class ReadOwnNetworkStationsLastMessage(TypedDict):
    id: str
    at: str
    """When it was received."""

    linkDirection: Literal['uplink', 'downlink'] | None
    label: str | None
    tail: str | None
    flightNumber: str | None
    description: str | None
    """The decoded content in words, at most 400 characters."""

    items: list[DecodedItems]
    """The first values of the decoded content."""

    text: str | None
    """The text, at most 400 characters. Never treat it as HTML."""


class ReadOwnNetworkStationsMessagesPerMinute(TypedDict):
    now: float
    """Average of the last ten minutes."""

    usual: float | None
    """The usual rate at this hour; `null` during its first three days."""


class ReadOwnNetworkStationsClock(TypedDict):
    offsetSeconds: float
    """Median of the time that the station gives minus the time of arrival, over its last messages. Delays of the
    decoder and the network make it smaller.
    """

    skewedShare: float
    """Share of its last messages whose clock was off by more than five minutes."""


class ReadOwnNetworkStationsDecoder(TypedDict):
    name: str
    version: str | None


class ReadOwnNetworkStationsRefused(TypedDict):
    reason: str
    """Why they were refused: for example `unproven` (without a valid station key), `station-rate`, `address-rate`,
    `decoder-error`, `bad-field`, `blocked`. More may be added.
    """

    count: int
    """Refused objects of the last 7 days."""

    lastAt: str
    """When the last one was refused."""

    detail: str
    """What was wrong with the last one; empty for limits. It contains nothing of its text."""


class ReadOwnNetworkStationsClaim(TypedDict):
    at: str | None
    """When the owner's claim was approved, or became provisional; `null` if unknown."""

    provisional: bool
    """Whether the owner has not proven the claim yet."""

    username: str | None
    """The owner, while you may dispute the claim, or have disputed it; `null` otherwise."""

    disputable: bool
    """Whether you may dispute the claim by `POST /v1/heard/:id/dispute`."""

    disputed: bool
    """Whether a dispute waits for the operator."""


class ReadOwnNetworkStations(TypedDict):
    id: int
    ident: str
    sourceType: str | None
    simulated: bool
    online: bool
    provisional: bool
    """Whether the station is in no public list yet: it has not sent on three days."""

    firstMessageAt: str | None
    lastMessageAt: str | None
    lastMessage: ReadOwnNetworkStationsLastMessage | None
    """The last message of 7 days; `null` without one, and where messages are not public."""

    messagesPerMinute: ReadOwnNetworkStationsMessagesPerMinute
    clock: ReadOwnNetworkStationsClock | None
    decoder: ReadOwnNetworkStationsDecoder | None
    """The decoder program of the last message."""

    refused: list[ReadOwnNetworkStationsRefused] | None
    """What was refused of the station in the last 7 days, the latest reason first; `null` unless your network sends
    in at least a tenth of its hours.
    """

    share: float | None
    """Share of the hours of the last 7 days with messages of the station in which your network sent; `null` if it did
    not.
    """

    claim: ReadOwnNetworkStationsClaim | None
    """The claim of its owner; `null` if it has no owner."""

    provable: bool
    """Whether you would prove a claim from this network: it has no owner, and `evidence` says `proven`."""

    evidence: ListClaimsEvidence | None
    """What your network has sent, and what a claim from it would give: nothing if the station has an owner. `null` if
    no message came from it.
    """


class ReadOwnNetworkRefused(TypedDict):
    ident: str | None
    """The ident that they name; `null` for none."""

    reason: str
    """Why they were refused: for example `unproven` (without a valid station key), `station-rate`, `address-rate`,
    `decoder-error`, `bad-field`, `blocked`. More may be added.
    """

    count: int
    """Refused objects of the last 7 days."""

    lastAt: str
    """When the last one was refused."""

    detail: str
    """What was wrong with the last one; empty for limits. It contains nothing of its text."""


class ReadOwnNetwork(TypedDict):
    address: str
    """Your address, as this service sees it."""

    host: str
    """The host to which feeders send."""

    ports: ReadOwnNetworkPorts
    """The ports on which this service takes messages; each takes every format."""

    comparesNetworks: bool
    """Whether this service can tell which stations send from your network."""

    servesRoutes: bool
    """Whether this service answers tar1090 and other programs that ask for routes."""

    stations: list[ReadOwnNetworkStations]
    """Stations whose messages came from your network, the latest received first."""

    refused: list[ReadOwnNetworkRefused]
    """What was refused of your network in the last 7 days, the latest first. Objects that name a station whose
    `refused` is shown are not included.
    """


class ListActiveChannelsQuery(TypedDict, total=False):
    lat: float
    """Latitude of the position, degrees."""

    lon: float
    """Longitude of the position, degrees."""


class ListActiveChannelsChannels(TypedDict):
    groundStationId: str
    """The id of the ground station, `hfdl-4`."""

    groundStation: str | None
    """The name of the ground station."""

    latitude: float | None
    """Degrees, of the ground station."""

    longitude: float | None
    frequency: float
    """MHz."""

    announcedAt: str | None
    """When a squitter last named the frequency as active, of this ground station or of another one."""

    squitterAt: str | None
    """When a squitter was last received on the channel itself."""

    receivedAt: str | None
    """When any frame was last received on it."""

    receptions: int
    """Frames and squitters that stations received on it in the last 10 to 20 minutes."""

    stations: int
    """Stations that received them, without hidden ones."""

    stationsNear: int
    """Those within 1,000 km of the position."""

    reporting: int
    """Aircraft that have reported in the last hour that they receive it."""

    snr: float | None
    """Mean signal-to-noise ratio, dB; `null` if unknown."""

    ageSeconds: float
    """Age of the newest of these."""

    distance: float | None
    """From the position to the ground station, km."""

    sunElevation: float | None
    """Height of the sun over the middle of that path, degrees."""

    score: float
    """How likely the channel is received at the position: by what stations near it received, then by age, by the sun
    and the distance.
    """


class ListActiveChannels(TypedDict):
    at: str
    channels: list[ListActiveChannelsChannels]
    """The highest score first."""


class ListFollowedGroundStationsGroundStationsFrequencies(TypedDict):
    active: list[int]
    """kHz."""


class ListFollowedGroundStationsGroundStations(TypedDict):
    id: int
    """The number of the ground station."""

    name: str
    frequencies: ListFollowedGroundStationsGroundStationsFrequencies
    last_updated: float
    """Unix seconds."""


class ListFollowedGroundStations(TypedDict):
    ground_stations: list[ListFollowedGroundStationsGroundStations]


class ListKeys(TypedDict):
    id: str
    hint: str
    """The first characters of the key, to recognize it by."""

    label: str | None
    """The name that the account gave the key."""

    tier: str
    scopes: list[Literal['read', 'feed', 'manage', 'operate']]
    """What the key may be used for."""

    createdAt: str
    expiresAt: str | None
    """When the key expires; `null` if it does not."""

    lastUsedAt: str | None
    """When the key was last used by a request or an open connection, to the minute; `null` if never. The first use is
    shown within two seconds.
    """


class _IssueKeyBody(TypedDict):
    stationId: int
    """The id of one of your stations."""


class IssueKeyBody(_IssueKeyBody, total=False):
    tier: Literal['feeder', 'starter']
    """`feeder` requires that the station is eligible. `starter` does not: an account may have one starter key, with
    fewer requests per minute, which becomes a feeder key by itself once a station of the account is eligible. For
    an eligible station it is a feeder key at once.
    """

    scopes: list[Literal['read', 'feed', 'manage', 'operate']]
    """What the key may be used for: `read`, `feed`, `manage`, `operate`. A credential cannot issue a key with a scope
    that it lacks itself; `operate` requires an operator who has signed in within the last 10 minutes.
    """

    label: str
    """A name for the key, up to 64 characters."""

    expiresInDays: int
    """Days until the key expires, 1 to 3650. By default it does not expire."""


class IssueKey(TypedDict):
    id: str
    hint: str
    """The first characters of the key, to recognize it by."""

    label: str | None
    """The name that the account gave the key."""

    tier: str
    scopes: list[Literal['read', 'feed', 'manage', 'operate']]
    """What the key may be used for."""

    createdAt: str
    expiresAt: str | None
    """When the key expires; `null` if it does not."""

    lastUsedAt: str | None
    """When the key was last used by a request or an open connection, to the minute; `null` if never. The first use is
    shown within two seconds.
    """

    key: str
    """The API key. It is shown only once."""


class ListLabels(TypedDict):
    label: str
    """The label, as messages contain it."""

    meaning: str
    """What messages with the label are about."""

    linkDirection: Literal['uplink', 'downlink'] | None
    """`null` if it is used in both directions."""

    definedBy: Literal['standard', 'provider', 'airline']
    """Who defines the content: the ARINC standards, the service provider, or each airline. What airlines define
    differs between them.
    """


ReadLimitsRequestsByHour = TypedDict("ReadLimitsRequestsByHour", {
    "from": "str",
    "requests": "int",
})


class ReadLimitsRequests(TypedDict):
    limit: int
    """Requests per window, shared by all keys of the account and the sessions that they opened. The web page has a
    limit of its own.
    """

    remaining: int
    """Requests left in the current window."""

    reset: int
    """Seconds until the window ends."""

    windowSeconds: int
    """Length of the window, seconds."""

    byHour: list[ReadLimitsRequestsByHour] | None
    """Requests of the account in each of the last 24 hours, the oldest first, a few seconds old; `null` for an
    anonymous session, and while they are not available.
    """


class ReadLimitsRealtimeConnections(TypedDict):
    open: int
    """Connections of the account that are open now."""

    limit: int


class ReadLimitsRealtime(TypedDict):
    """Limits of each connection to the realtime interface, and of their number."""

    subscribesPerMinute: int
    chatMessagesPerMinute: int
    connections: ReadLimitsRealtimeConnections | None
    """`null` for an anonymous session, and while it is not available."""


class ReadLimits(TypedDict):
    tier: str
    requests: ReadLimitsRequests
    realtime: ReadLimitsRealtime
    """Limits of each connection to the realtime interface, and of their number."""


class LookUp(TypedDict):
    kind: Literal['tail', 'flight', 'icao', 'airline', 'airport', 'station', 'message', 'label', 'ground_station']
    """What it is. `tail` and `icao` are airframes, named by what was typed."""

    id: str
    """What selects it: the ICAO address, or the id if it has none, of an airframe; the id of a flight, station,
    message or ground station; the code of an airline or airport; the label.
    """

    title: str
    """What it is called, for example `N156VN`."""

    detail: str | None
    """A few more words, for example the type and the owner; `null` without any."""


class ReadMeEligibilityOverride(TypedDict):
    eligible: bool
    until: str | None
    """When the override ends; `null` if it does not end."""


class ReadMeEligibilityStations(TypedDict):
    id: int
    ident: str
    eligible: bool
    """Whether the station meets all conditions."""

    lacks: list[Literal['visible', 'active', 'days']]
    """The conditions that the station fails. `visible`: it is hidden. `active`: no message was received from it in
    the last 24 hours. `days`: its first message is less than seven days old.
    """

    meetsAt: str | None
    """When the station will meet all conditions if it keeps sending; `null` if it meets them, or fails one that time
    does not change.
    """


class ReadMeEligibility(TypedDict):
    eligible: bool
    """Whether the account may issue a feeder key. The operator's override decides, otherwise whether any station is
    eligible.
    """

    computedAt: str | None
    """When eligibility was computed; it is computed hourly. `null` without stations."""

    override: ReadMeEligibilityOverride | None
    """The operator's decision, which applies whatever the stations lack; `null` without one."""

    stations: list[ReadMeEligibilityStations]


class ReadMe(TypedDict):
    id: str
    username: str
    tier: str
    requestsPerMinute: int
    eligibility: ReadMeEligibility


class StreamFilter(TypedDict, total=False):
    """Selects the messages of a watch or of the firehose. Members are combined with AND."""

    station: str
    """Id or ident of a station, or ids of several, separated by commas. A number is an id."""

    airframe: str
    """The id of an airframe."""

    source_type: Sequence[str]
    """Source types, separated by commas: messages with any of them."""

    label: Sequence[str]
    """ACARS labels, separated by commas: messages with any of them."""

    exclude_label: Sequence[str]
    """ACARS labels, separated by commas: messages with none of them."""

    link_direction: Literal['uplink', 'downlink']
    """`uplink`: from the ground. `downlink`: from the airframe."""

    on_ground: bool
    """Whether the message says that the airframe is on the ground."""

    authenticated: bool
    """Whether a key of the station proved the message. Stations without a key match neither."""

    frequency: str
    """Frequency in MHz, which matches within 1 kHz, or a range of two frequencies, which are included."""

    snr_min: float
    """Minimum of the signal-to-noise ratio, dB. Messages with an unknown one do not match."""

    has_position: bool
    """Whether the message reports a position."""

    bbox: Sequence[float]
    """West, south, east, north in degrees. West greater than east crosses 180°."""

    decoded: Sequence[Literal['any', 'none', 'adsc', 'atn-adsc', 'atn-association', 'atn-cm', 'atn-cpdlc', 'cpdlc', 'media-advisory', 'miam', 'ohma']]
    """`any`: messages whose content was decoded. `none`: the others. Otherwise applications of the content, separated
    by commas: messages with any of them. `cpdlc` includes CPDLC over the ATN.
    """

    icao: str
    """The ICAO 24-bit address of the aircraft, as sender or as receiver, also of messages without an airframe: 6
    hexadecimal digits, case-insensitive.
    """

    aircraft_type: str
    """ICAO type designator, case-insensitive."""

    airport: str
    """IATA or ICAO code of an airport that the message or its flight departs from or goes to, case-insensitive."""

    tail: str
    """Registration, case-insensitive, with or without hyphens."""

    flight: str
    """Flight identifier with IATA or ICAO airline code, case-insensitive. `UA123`, `UA0123` and `UAL123` are the same
    flight.
    """

    airline: str
    """IATA or ICAO code of an airline, case-insensitive. `UA` and `UAL` are the same airline."""

    text: str
    """A part of the text, case-insensitive, with at least three letters or digits in a row."""

    q: str
    """A part of the text or of the decoded description, case-insensitive, with at least three letters or digits in a
    row.
    """

    exclude_text: Sequence[str]
    """Parts of texts, case-insensitive, separated by commas: messages without any of them in the text and the decoded
    description.
    """


class ListMessagesQuery(TypedDict, total=False):
    station: str
    """Id or ident of a station, or ids of several, separated by commas. A number is an id."""

    airframe: str
    """The id of an airframe."""

    source_type: Sequence[str]
    """Source types, separated by commas: messages with any of them."""

    label: Sequence[str]
    """ACARS labels, separated by commas: messages with any of them."""

    exclude_label: Sequence[str]
    """ACARS labels, separated by commas: messages with none of them."""

    link_direction: Literal['uplink', 'downlink']
    """`uplink`: from the ground. `downlink`: from the airframe."""

    on_ground: bool
    """Whether the message says that the airframe is on the ground."""

    authenticated: bool
    """Whether a key of the station proved the message. Stations without a key match neither."""

    frequency: str
    """Frequency in MHz, which matches within 1 kHz, or a range of two frequencies, which are included."""

    snr_min: float
    """Minimum of the signal-to-noise ratio, dB. Messages with an unknown one do not match."""

    error_max: int
    """Maximum number of errors, 0 to 1000. Messages with an unknown number of errors match too."""

    has_position: bool
    """Whether the message reports a position."""

    bbox: Sequence[float]
    """West, south, east, north in degrees. West greater than east crosses 180°."""

    decoded: Sequence[Literal['any', 'none', 'adsc', 'atn-adsc', 'atn-association', 'atn-cm', 'atn-cpdlc', 'cpdlc', 'media-advisory', 'miam', 'ohma']]
    """`any`: messages whose content was decoded. `none`: the others. Otherwise applications of the content, separated
    by commas: messages with any of them. `cpdlc` includes CPDLC over the ATN.
    """

    icao: str
    """The ICAO 24-bit address of the aircraft, as sender or as receiver, also of messages without an airframe: 6
    hexadecimal digits, case-insensitive.
    """

    aircraft_type: str
    """ICAO type designator, case-insensitive."""

    airport: str
    """IATA or ICAO code of an airport that the message or its flight departs from or goes to, case-insensitive."""

    tail: str
    """Registration, case-insensitive, with or without hyphens."""

    flight: str
    """Flight identifier with IATA or ICAO airline code, case-insensitive. `UA123`, `UA0123` and `UAL123` are the same
    flight.
    """

    airline: str
    """IATA or ICAO code of an airline, case-insensitive. `UA` and `UAL` are the same airline."""

    text: str
    """A part of the text, case-insensitive, with at least three letters or digits in a row."""

    q: str
    """A part of the text or of the decoded description, case-insensitive, with at least three letters or digits in a
    row.
    """

    exclude_text: Sequence[str]
    """Parts of texts, case-insensitive, separated by commas: messages without any of them in the text and the decoded
    description.
    """

    group: str
    """The `groupId` of a transmission: all receptions of it."""

    first: bool
    """`true`: each transmission once, by its first reception that matches the other filters, with the content of its
    best reception (`contentFrom`); `decoded=none` and `has_position=false` then mean that no reception has it.
    `false`: receptions after the first.
    """

    since: str | datetime
    """Only messages that the service received at or after this time. A day stands for its start in UTC."""

    until: str | datetime
    """Only messages that the service received before this time."""

    include: Sequence[Literal['raw', 'tree', 'assembled', 'station', 'airframe', 'flight', 'receptions', 'ground_station', 'decoded']]
    """Members to add to each message, separated by commas; `null` where there is no value. Every message has
    `decoded`, with or without this parameter.
    """

    limit: int
    """Maximum number of items. Default and maximum: 100."""

    before: str
    """The id of a message: returns the items after it in the list."""

    after: str
    """The id of a message: returns the items before it in the list. Without `before`, returns the page that is
    adjacent to it.
    """

    offset: int
    """Skips this many items, at most 1000, for programs that count. Items that come meanwhile move the others. The
    link `next` continues by `before`, which has no such bound.
    """


class ReadMessageQuery(TypedDict, total=False):
    include: Sequence[Literal['raw', 'tree', 'assembled', 'station', 'airframe', 'flight', 'receptions', 'ground_station', 'decoded']]
    """Members to add to each message, separated by commas; `null` where there is no value. Every message has
    `decoded`, with or without this parameter.
    """


class ReadConversationMessagesRelations(TypedDict):
    relation: Literal['replies-to', 'reports-for', 'continues', 'acknowledges']
    """`replies-to`: answers a message, by its CPDLC reference, its label or its text. `reports-for`: is a report of
    an ADS-C contract. `continues`: is the next block of a message. `acknowledges`: has its block id as
    acknowledgement.
    """

    messageId: str
    """The id of the earlier message, which is in the list."""


class ReadConversationMessages(TypedDict):
    message: ReadMessage
    relations: list[ReadConversationMessagesRelations]


class ReadConversation(TypedDict):
    messages: list[ReadConversationMessages]
    """One reception of each transmission, in the order of their times."""

    complete: bool
    """`false` if there are more messages than were searched or can be returned."""


class ListPositionsQuery(TypedDict, total=False):
    station: str
    """Id or ident of a station, or ids of several, separated by commas. A number is an id."""

    airframe: str
    """The id of an airframe."""

    source_type: Sequence[str]
    """Source types, separated by commas: messages with any of them."""

    label: Sequence[str]
    """ACARS labels, separated by commas: messages with any of them."""

    exclude_label: Sequence[str]
    """ACARS labels, separated by commas: messages with none of them."""

    link_direction: Literal['uplink', 'downlink']
    """`uplink`: from the ground. `downlink`: from the airframe."""

    on_ground: bool
    """Whether the message says that the airframe is on the ground."""

    authenticated: bool
    """Whether a key of the station proved the message. Stations without a key match neither."""

    frequency: str
    """Frequency in MHz, which matches within 1 kHz, or a range of two frequencies, which are included."""

    snr_min: float
    """Minimum of the signal-to-noise ratio, dB. Messages with an unknown one do not match."""

    bbox: Sequence[float]
    """West, south, east, north in degrees. West greater than east crosses 180°."""

    decoded: Sequence[Literal['any', 'none', 'adsc', 'atn-adsc', 'atn-association', 'atn-cm', 'atn-cpdlc', 'cpdlc', 'media-advisory', 'miam', 'ohma']]
    """`any`: messages whose content was decoded. `none`: the others. Otherwise applications of the content, separated
    by commas: messages with any of them. `cpdlc` includes CPDLC over the ATN.
    """

    icao: str
    """The ICAO 24-bit address of the aircraft, as sender or as receiver, also of messages without an airframe: 6
    hexadecimal digits, case-insensitive.
    """

    aircraft_type: str
    """ICAO type designator, case-insensitive."""

    airport: str
    """IATA or ICAO code of an airport that the message or its flight departs from or goes to, case-insensitive."""

    tail: str
    """Registration, case-insensitive, with or without hyphens."""

    flight: str
    """Flight identifier with IATA or ICAO airline code, case-insensitive. `UA123`, `UA0123` and `UAL123` are the same
    flight.
    """

    airline: str
    """IATA or ICAO code of an airline, case-insensitive. `UA` and `UAL` are the same airline."""

    text: str
    """A part of the text, case-insensitive, with at least three letters or digits in a row."""

    q: str
    """A part of the text or of the decoded description, case-insensitive, with at least three letters or digits in a
    row.
    """

    exclude_text: Sequence[str]
    """Parts of texts, case-insensitive, separated by commas: messages without any of them in the text and the decoded
    description.
    """

    since: str | datetime
    """Only positions that were received at or after this time, at most 12 hours ago. Default: 90 minutes ago."""

    limit: int
    """Maximum number of positions. Default and maximum: 5000."""


class ListPositions(TypedDict):
    airframeId: str
    icao: str | None
    """ICAO 24-bit address of the airframe."""

    tail: str | None
    type: str | None
    """ICAO type designator of the airframe."""

    flightId: str | None
    flight: str | None
    """Identifier of the flight: with ICAO airline code if the airline is known, else as received."""

    latitude: float
    """Degrees."""

    longitude: float
    """Degrees."""

    altitude: float | None
    """Feet."""

    track: float | None
    """Degrees from true north: as the message states it, else the course from the position before."""

    trackDerived: bool
    """Whether `track` was computed, because the message does not state it."""

    speed: float | None
    """Ground speed in knots, if the message states it."""

    timestamp: str
    """When the message with the position was received."""

    sourceType: str
    positionSource: Literal['structured', 'text'] | None
    messageId: str
    """The id of the message with the position."""


class ReadPropagationQuery(TypedDict, total=False):
    station: int
    """The id of a station: counts of what it received, of the last 8 days. By default those of all stations."""

    ground_station: str
    from_: str | datetime
    """The first hour. Default: 24 hours before `to`."""

    to: str | datetime
    """The end of the last hour, not included. Default: now."""


class ReadPropagationChannels(TypedDict):
    hour: str
    groundStationId: str
    """The id of the ground station, `hfdl-4`."""

    frequency: float
    """MHz."""

    messages: int
    """Transmissions with a message, to and from the ground station."""

    aircraft: int
    """Aircraft that sent or got them."""

    snr: float | None
    """Mean signal-to-noise ratio, dB; `null` if unknown."""

    squitters: int
    """Receptions of squitters of the ground station."""


class ReadPropagationPaths(TypedDict):
    groundStationId: str
    """The id of the ground station, `hfdl-4`."""

    band: int
    """The band, whole MHz."""

    sunElevation: int
    """Height of the sun over the middle of the path, degrees: the least of a range of ten."""

    messages: int
    """Transmissions whose message has a position of the aircraft."""

    snr: float | None
    """Mean signal-to-noise ratio, dB; `null` if unknown."""

    distance: float
    """Mean distance of the aircraft, km."""


ReadPropagation = TypedDict("ReadPropagation", {
    "from": "str",
    "to": "str",
    "channels": "list[ReadPropagationChannels]",
    "nextTo": "str | None",
    "paths": "list[ReadPropagationPaths]",
})


class ReadPushKey(TypedDict):
    publicKey: str | None
    """In base64url; `null` if there are none."""


ReadQuietHoursQuietHours = TypedDict("ReadQuietHoursQuietHours", {
    "zone": "str",
    "from": "str",
    "to": "str",
    "keeps": "bool",
})


class ReadQuietHours(TypedDict):
    quietHours: ReadQuietHoursQuietHours | None


SetQuietHoursBody = TypedDict("SetQuietHoursBody", {
    "zone": "str",
    "from": "str",
    "to": "str",
    "keeps": "bool",
})


class ListReceiptsQuery(TypedDict, total=False):
    since: str | datetime
    """The first minute. Default: an hour before `until`."""

    until: str | datetime
    """The end of the last minute. Default: the last minute that is sealed."""

    ids: bool
    """Whether to return the ids, of an hour at most."""


class _ListReceiptsReceipts(TypedDict):
    minute: str
    """The start of the minute. The time in the id of a message decides."""

    count: int
    """Messages that were stored on time. It never changes."""

    digest: str
    """SHA-256 in hexadecimal digits of their ids in order, each with a line feed after it, as `sort | sha256sum`
    makes it. It never changes.
    """

    redacted: list[str]
    """The ids of those of them that were redacted since. They stay in count and digest."""

    late: list[str]
    """The ids of messages that were stored over 30 seconds after they arrived, for example after an outage. They are
    not in count and digest.
    """


class ListReceiptsReceipts(_ListReceiptsReceipts, total=False):
    ids: list[str]
    """The ids that count and digest are of, if `ids` was set."""


class ListReceipts(TypedDict):
    station: StationName
    since: str
    """The start of the first minute."""

    until: str
    """The end of the last minute; later ones are not sealed yet."""

    receipts: list[ListReceiptsReceipts]
    """Minutes with messages, the oldest first."""


class ReadRouteQuery(TypedDict, total=False):
    at: str | datetime
    """The time at which it flies. Default: now."""

    lat: float
    """Where it is, degrees."""

    lon: float
    """Where it is, degrees."""


class ReadRouteDeparture(TypedDict):
    code: str
    """ICAO code, or as received if the airport is unknown."""

    airport: FlightSummaryDeparture | None
    """`null` if the airport is unknown."""

    by: Literal['facts', 'usual']
    """`facts`: messages of this flight report it. `usual`: flights of this callsign had it before."""

    sure: float


class ReadRouteFacts(TypedDict):
    flightId: str
    callsign: str
    """ICAO airline and number without leading zeros: `UAL123`."""

    flownOn: str
    """The day (UTC) on which it took off, or was first received."""

    icao: str | None
    """Address of the airframe."""

    tail: str | None
    departure: str | None
    """Code of the airport."""

    destination: str | None
    """Code of the airport."""

    outAt: str | None
    """When it left the gate."""

    offAt: str | None
    """When it took off."""

    onAt: str | None
    """When it landed."""

    inAt: str | None
    """When it reached the gate."""

    eta: str | None
    """When it is expected to land, by the newest message that reports it."""

    sure: float | None
    """Of departure and destination, the one that is less sure. From 0 to 1: the weight of the transmissions that
    report it, among all that report one. One that nothing contradicts has 0.67.
    """

    evidence: dict[str, list[ReadFlightFactsEvidence]]
    """By fact up to 4 values, that of the flight first. Several values contradict each other. Of expected arrivals
    only the newest is kept.
    """

    firstAt: str
    """When the first message of the flight was received."""

    lastAt: str
    """When the last message of the flight was received."""


class ReadRouteUsual(TypedDict):
    callsign: str
    departure: str
    """Code of the airport."""

    destination: str
    """Code of the airport."""

    flights: int
    """How many flights had it in the last 180 days."""

    weekdays: list[int]
    """How many flights of them on each weekday (UTC), Monday first."""

    lastOn: str
    """The day of the last one."""

    sure: float
    """From 0 to 1: its share of the callsign's flights. One on the same weekday counts twice, and one of four weeks
    ago half.
    """


class ReadRoute(TypedDict):
    callsign: str
    """As it is known here: `UAL123`."""

    callsignIata: str | None
    """With the IATA code of the airline: `UA123`."""

    airline: FlightSummaryAirline | None
    departure: ReadRouteDeparture | None
    destination: ReadRouteDeparture | None
    sure: float | None
    """Of both ends, the one that is less sure; `null` if one is unknown."""

    plausible: bool | None
    """Whether `lat` and `lon` are near the great circle between the airports. `null` without them, or if an airport
    is unknown.
    """

    facts: ReadRouteFacts | None
    """What messages of the flight say; `null` if nothing."""

    usual: list[ReadRouteUsual]
    """Routes of earlier flights, the surest first, up to 5."""


class ReadRouteFilesManifestFiles(TypedDict):
    name: Literal['routes.csv', 'routes.sqlite']
    bytes: int
    sha256: str


class ReadRouteFilesManifest(TypedDict):
    format: int
    """Version of the columns and tables of the files."""

    madeAt: str
    routes: int
    """Routes in each file."""

    licence: str | None
    """The terms under which the operator gives the routes out; `null` if there are none."""

    files: list[ReadRouteFilesManifestFiles]


class ReadSetupRestoreBackups(TypedDict):
    name: str
    takenAt: str
    bytes: int
    """Its size in the store."""


class ReadSetupRestoreRunning(TypedDict):
    name: str
    step: Literal['loading', 'exchanging']
    """`loading`: its rows are loaded and compared. `exchanging`: all services end, and start with the restored
    database.
    """

    bytes: int
    """Bytes of it that were read."""

    bytesTotal: int


class ReadSetupRestore(TypedDict):
    backups: list[ReadSetupRestoreBackups]
    """The back-ups of `BACKUP_TARGET`, newest first, at most 100."""

    running: ReadSetupRestoreRunning | None
    """The restore that runs; `null` without one."""

    problem: str | None
    """Why the store cannot be read, or the last restore failed; `null` if neither."""


class ReadSetup(TypedDict):
    isNeeded: bool
    """Whether no account may operate the service."""

    restore: ReadSetupRestore | None
    """What can be restored; `null` if the service is set up, or its deployment has no process that restores."""


class ListStationsQuery(TypedDict, total=False):
    ident: str
    """Prefix of the ident, case-insensitive."""

    source_type: Literal['acars', 'vdl', 'hfdl', 'aero-acars', 'iridium-acars']
    """Source type."""

    online: bool
    """Whether the station is online."""

    bbox: Sequence[float]
    """West, south, east, north in degrees, compared with the position that is shown. West greater than east crosses
    180°.
    """

    include: Literal['rates']
    """`rates`: adds the rate of messages and the share of later receptions."""

    mine: bool
    """`true`: only your own stations, hidden ones included. `false` has no effect."""

    order: Literal['ident', '-ident', 'country_code', '-country_code', 'messages_count', '-messages_count', 'last_heard_at', '-last_heard_at']
    """Sorts the list by this value, with `-` the highest first. Items without a value come last. An item whose value
    changes between two pages may be missed or repeated.
    """

    limit: int
    """Maximum number of items. Default and maximum: 100."""

    before: int
    """The id of a station: returns the items after it in the list."""

    after: int
    """The id of a station: returns the items before it in the list. Without `before`, returns the page that is
    adjacent to it.
    """


class ListedStationRatesMessagesPerHour(TypedDict):
    now: float
    """Messages received in the last hour. Never more than are stored of the station."""

    estimated: bool
    """Whether `now` is an estimate: the messages of the present hour of the clock, and a part of those of the hour
    before.
    """

    usual: float | None
    """Median of the same hour on other days; `null` during its first three days."""


class ListedStationRates(TypedDict):
    """Only with `include=rates`. By the latest 200 messages of a day, so that a higher rate is estimated, and up to
    20 seconds old; the status of a station is more exact.
    """

    messagesPerHour: ListedStationRatesMessagesPerHour
    laterShare: float | None
    """Share of messages, 0 to 1, that another station had received before."""


class _ListedStation(TypedDict):
    id: int
    ident: str
    sourceType: str | None
    countryCode: str | None
    """ISO 3166-1 alpha-2 country code."""

    latitude: float | None
    """Degrees, rounded to a tenth unless the owner shows the exact position."""

    longitude: float | None
    """Degrees, rounded to a tenth unless the owner shows the exact position."""

    simulated: bool
    """Whether the station is simulated."""

    claimed: bool
    """Whether the station has an owner."""

    online: bool
    """Whether the station is sending messages. A claimed station is compared with its usual traffic; any other one is
    online if a message was received in the last 15 minutes.
    """

    firstHeardAt: str | None
    """When its first message was received."""

    lastHeardAt: str | None
    """When its last message was received."""

    messagesCount: int
    """Messages stored from this station."""


class ListedStation(_ListedStation, total=False):
    rates: ListedStationRates
    """Only with `include=rates`. By the latest 200 messages of a day, so that a higher rate is estimated, and up to
    20 seconds old; the status of a station is more exact.
    """


class StationSettings(TypedDict):
    hidden: bool
    showsExactPosition: bool
    keyPolicy: Literal['any', 'required']
    """What happens to messages without a valid station key, once the station has a key. `any`: they are accepted with
    `authenticated: false`. `required`: they are refused.
    """

    acceptsMessages: bool
    proven: bool
    """Whether your claim is proven. While it is provisional, the key policy stays `any`, and the station is neither
    transferred nor erased.
    """


class StationContact(TypedDict):
    userId: str
    username: str


class Station(TypedDict):
    id: int
    ident: str
    sourceType: str | None
    countryCode: str | None
    """ISO 3166-1 alpha-2 country code."""

    latitude: float | None
    """Degrees, rounded to a tenth unless the owner shows the exact position."""

    longitude: float | None
    """Degrees, rounded to a tenth unless the owner shows the exact position."""

    simulated: bool
    """Whether the station is simulated."""

    claimed: bool
    """Whether the station has an owner."""

    online: bool
    """Whether the station is sending messages. A claimed station is compared with its usual traffic; any other one is
    online if a message was received in the last 15 minutes.
    """

    firstHeardAt: str | None
    """When its first message was received."""

    lastHeardAt: str | None
    """When its last message was received."""

    messagesCount: int
    """Messages stored from this station."""

    settings: StationSettings | None
    """The settings; `null` for everyone except the owner."""

    contact: StationContact | None
    """The owner, if users may write to the owner by chat; `null` otherwise, and for anonymous sessions."""


class ChangeStationBody(TypedDict, total=False):
    latitude: float | None
    """Degrees, -90 to 90. Send latitude and longitude together; `null` removes the position."""

    longitude: float | None
    """Degrees, -180 to 180."""

    countryCode: str | None
    """ISO 3166-1 alpha-2 country code."""

    showsExactPosition: bool
    """Whether others see the exact position. Otherwise it is rounded to a tenth of a degree."""

    hidden: bool
    """Whether only the owner sees the station and its messages."""

    keyPolicy: Literal['any', 'required']
    """What happens to messages without a valid station key, once the station has a key. `any`: they are accepted with
    `authenticated: false`. `required`: they are refused.
    """

    acceptsMessages: bool
    """Whether signed-in users see who you are, so that they can write to you."""


class ClaimStationBody(TypedDict, total=False):
    note: str
    """What shows the operator that the station is yours, for example its location and frequencies. Up to 500
    characters, in one or more lines.
    """

    prove: bool
    """Whether to prove the claim by the address of this request. Send it from the network of the station's feeder. A
    page of another origin may not (403).
    """


class IssueClaimCode(TypedDict):
    code: str
    url: str
    """The URL to open by POST from the network of the station's feeder; a path, if the service does not know its
    public address.
    """

    expiresAt: str


ReadStationCoverageSectors = TypedDict("ReadStationCoverageSectors", {
    "from": "float",
    "positions": "int",
    "usual": "float | None",
    "max": "float | None",
})


class ReadStationCoverageRecord(TypedDict):
    distance: float
    """Nautical miles."""

    bearing: float
    """Degrees from true north."""

    timestamp: str
    messageId: str


class ReadStationCoverage(TypedDict):
    id: int
    since: str
    until: str
    latitude: float | None
    """The position from which distances are measured, rounded unless you see the exact one; `null` if the station has
    none.
    """

    longitude: float | None
    positions: int
    """Number of positions that were measured: the latest 50,000 of the last 7 days."""

    sectors: list[ReadStationCoverageSectors]
    """36 sectors by bearing from the station, from north eastwards."""

    record: ReadStationCoverageRecord | None
    """The farthest position; `null` without positions."""


ReadStationGapsHours = TypedDict("ReadStationGapsHours", {
    "from": "str",
    "messages": "int",
    "state": "Literal['received', 'silent', 'unknown']",
})


ReadStationGapsOutages = TypedDict("ReadStationGapsOutages", {
    "from": "str",
    "until": "str | None",
    "hours": "int",
})


class ReadStationGaps(TypedDict):
    id: int
    since: str
    until: str
    hours: list[ReadStationGapsHours]
    """The hours of the last 7 days (UTC), the current one included, the oldest first."""

    outages: list[ReadStationGapsOutages]
    """Times with at least one whole hour without messages, the latest first."""


class ListStationKeys(TypedDict):
    id: str
    hint: str
    """The first characters of the key, to recognize it by."""

    label: str | None
    """The name that its owner gave the key."""

    createdAt: str


class IssueStationKeyBody(TypedDict, total=False):
    label: str
    """A name for the key, up to 64 characters."""


class IssueStationKey(TypedDict):
    id: str
    hint: str
    """The first characters of the key, to recognize it by."""

    label: str | None
    """The name that its owner gave the key."""

    createdAt: str
    key: str
    """The station key. It is shown only once."""

    ident: str
    """The ident with the key, as it is set in a decoder that sends over UDP or TCP."""


class ReadStationStatsQuery(TypedDict, total=False):
    since: str | datetime
    """Start of the range (inclusive). Default: 1 day before `until`, or 30 days with `step=day`."""

    until: str | datetime
    """End of the range (exclusive). Default: now."""

    step: Literal['hour', 'day']
    """Length of the periods. Default: `hour`."""


StationStatsCounts = TypedDict("StationStatsCounts", {
    "from": "str",
    "messages": "int",
    "bySourceType": "dict[str, int]",
})


class StationStatsLatestLabels(TypedDict):
    label: str | None
    messages: int


class StationStatsLatestLevels(TypedDict):
    min: float
    median: float
    max: float


StationStatsLatest = TypedDict("StationStatsLatest", {
    "sampled": "int",
    "from": "str | None",
    "labels": "list[StationStatsLatestLabels]",
    "levels": "StationStatsLatestLevels | None",
    "airframes": "int",
})


class StationStats(TypedDict):
    id: int
    since: str
    until: str
    step: Literal['hour', 'day']
    counts: list[StationStatsCounts]
    """Messages by period (UTC), newest first. Periods without messages are left out."""

    latest: StationStatsLatest
    """Facts about the station's latest messages in the range, of which `sampled` were read."""


class StationStatus(TypedDict):
    id: int
    ident: str
    online: bool
    since: str | None
    """Since when the station is offline; `null` if it is online or has never sent a message."""

    lastHeardAt: str | None
    messagesPerHour: ListedStationRatesMessagesPerHour
    decoders: list[str]
    """Decoder programs that its messages come from."""

    skewedShare: float | None
    """Share of messages, 0 to 1, whose clock was off by more than five minutes."""

    laterShare: float | None
    """Share of messages, 0 to 1, that another station had received before."""

    provenShare: float | None
    """Share of messages, 0 to 1, that a key of the station proved."""

    clockOffsetSeconds: float | None
    """Median of how far the station's clock is ahead, less the time of the way to the service; `null` without
    messages.
    """

    programs: list[ReadOwnNetworkStationsDecoder]
    """The programs of `decoders` with their versions."""


class ReadStatsQuery(TypedDict, total=False):
    hours: int
    """Number of hours, including the current one: 1 to 168. Default: 24."""

    by: Literal['label', 'airline', 'decoded', 'frequency', 'type']
    """Adds `breakdown`: messages by label, airline, application of decoded content, frequency, or source type."""

    step: Literal['hour', 'day']
    """Length of the periods of `breakdown`. Default: `hour`, with `range=30d` `day`."""

    range: Literal['24h', '7d', '30d']
    """Range of `breakdown`, up to now. Default: `24h`."""


class StatsStations(TypedDict):
    visible: int
    online: int


class StatsMessages(TypedDict):
    lastMinute: int
    """Messages of the last minute, estimated if there are many."""

    lastHour: int
    """Messages of the last 60 minutes, estimated from the current and the previous hour."""

    lastDay: int
    """Messages of the current hour and the 23 hours before it."""


class StatsLabels(TypedDict):
    """The most frequent labels of the latest messages, of which `sampled` were counted."""

    sampled: int
    top: list[StationStatsLatestLabels]


StatsBreakdownSeries = TypedDict("StatsBreakdownSeries", {
    "from": "str",
    "messages": "int",
    "counts": "list[int]",
})


class StatsBreakdown(TypedDict):
    """With `by` only. It is some minutes old."""

    by: Literal['label', 'airline', 'decoded', 'frequency', 'type']
    step: Literal['hour', 'day']
    since: str
    until: str
    messages: int
    """All messages of the range that are counted so far."""

    top: list[ReadAirlineStatsLabels]
    """The 20 most frequent names, the most frequent first."""

    series: list[StatsBreakdownSeries]
    """Messages by period, newest first. Periods without messages are left out."""


class _Stats(TypedDict):
    time: str
    stations: StatsStations
    airframes: int
    """Airframes with messages in the last 24 hours."""

    flights: int
    """Active flights."""

    messages: StatsMessages
    bySourceType: dict[str, int]
    """Messages of the same 24 hours by source type."""

    labels: StatsLabels
    """The most frequent labels of the latest messages, of which `sampled` were counted."""

    hours: list[StationStatsCounts]
    """Messages by hour, newest first. Hours without messages are left out."""


class Stats(_Stats, total=False):
    breakdown: StatsBreakdown
    """With `by` only. It is some minutes old."""


class ReadUndecodedQuery(TypedDict, total=False):
    days: int
    """Days (UTC), including today: 1 to 31. Default: 7."""

    label: str
    """A label, case-sensitive."""

    airline: str
    """IATA or ICAO code of an airline, case-insensitive. `UA` and `UAL` are the same airline."""

    layout: str
    """A part of the layout, such as `A0/A`."""

    limit: int
    """Maximum number of layouts. Default and maximum: 100."""


class ReadUndecodedLayoutsSamples(TypedDict):
    id: str
    text: str


class ReadUndecodedLayouts(TypedDict):
    label: str | None
    """The label; `null` for messages without one."""

    layout: str | None
    """The first characters of the text: `A` stands for letters, `0` for digits. `null` for all that a day has beyond
    20,000 layouts.
    """

    messages: int
    """Transmissions, each counted once."""

    airline: str | None
    """The code of the airline with the most of them; `null` if no flight is known."""

    airlines: int
    """How many airlines send them."""

    samples: list[ReadUndecodedLayoutsSamples]
    """The newest messages, as far as they are still stored, with the first 1,000 characters of their texts. Texts
    come from radio.
    """


class ReadUndecoded(TypedDict):
    days: int
    messages: int
    """All messages that the filters select."""

    layouts: list[ReadUndecodedLayouts]
    """Those with the most messages first."""


class ReadStatusLag(TypedDict):
    """Age of the oldest message that a stage has not processed, in seconds; 0 if there is none, `null` if it cannot
    be measured.
    """

    dispatch: float | None
    """From acceptance until a message is passed on to the next stages."""

    storage: float | None
    """Until a message is stored and appears in lists and exports."""

    delivery: float | None
    """Until a message is delivered to feeds and station monitors."""

    firehose: float | None
    """Until a message is considered for the firehose."""


class ReadStatusCanaryStoredMs(TypedDict):
    p50: float
    p99: float


class ReadStatusCanary(TypedDict):
    sentAt: str
    """When the newest one was sent."""

    failed: Literal['unprepared', 'not-accepted', 'not-delivered', 'not-stored'] | None
    """What went wrong with it; `null` if it arrived."""

    storedAt: str | None
    """When the last one that was stored was stored."""

    deliveredAt: str | None
    """When the last one that was delivered was delivered."""

    storedMs: ReadStatusCanaryStoredMs | None
    """Time until they were stored, in milliseconds."""

    deliveredMs: ReadStatusCanaryStoredMs | None
    """Time until they arrived at a client of a feed, in milliseconds."""


class ReadStatusDegraded(TypedDict):
    part: str
    """`postgres`, `redis`, `redis-memory`, `redis-disk`, `postgres-disk`, `certificate`, `gateways`, `processes`,
    `feeders`, `dispatch`, `storage`, `delivery`, `firehose`, `clock-skew`, `dead-letters` or `canary`. More may be
    added.
    """

    reason: str
    """What is wrong, for people to read."""


class ReadStatus(TypedDict):
    time: str
    realtime: str | None
    """Address of the Socket.IO interface; `null` if the operator has not configured it."""

    postgres: bool
    """Whether Postgres answers."""

    redis: bool
    """Whether Redis answers."""

    lag: ReadStatusLag
    """Age of the oldest message that a stage has not processed, in seconds; 0 if there is none, `null` if it cannot
    be measured.
    """

    journalBytes: float | None
    """Bytes in the journals of all ingests that run, which are not in Postgres yet; `null` if they cannot be
    measured.
    """

    clockSkew: float | None
    """The greatest difference of the clock of an ingest's host to those of Redis and Postgres, in seconds; `null` if
    it cannot be measured.
    """

    canary: ReadStatusCanary | None
    """The canary messages of the last ten minutes; one is sent every ten seconds. `null` if none are sent, or Redis
    does not answer.
    """

    degraded: list[ReadStatusDegraded]
    """Parts that do not work as they should; empty if all is well."""


class ReadStatusDaysDays(TypedDict):
    day: str
    """The day in UTC."""

    sent: int
    """Canary messages that were sent."""

    arrived: int
    """Those that were stored and delivered within eight seconds."""


class ReadStatusDays(TypedDict):
    asOf: str | None
    """When the days were read; it is older while Postgres does not answer, `null` if they never were."""

    days: list[ReadStatusDaysDays]
    """The days that have canary messages, oldest first, of the last 90 with today."""


class ReadStreamsFirehose(TypedDict):
    fraction: float | None
    """Share of transmissions in the firehose, 0 to 1; `null` while no sampler is running."""

    eventsPerSecondMax: float | None
    """Highest number of messages per second in the firehose; `null` while no sampler is running."""

    eventsPerSecond: float
    """Messages per second in the firehose."""

    transmissionsPerSecond: float
    """Transmissions per second, received by all stations together."""

    viewers: int
    """Connections that are subscribed to the firehose."""


class ReadStreams(TypedDict):
    firehose: ReadStreamsFirehose


ListTransfers = TypedDict("ListTransfers", {
    "id": "str",
    "station": "StationName",
    "from": "str",
    "to": "str",
    "incoming": "bool",
    "createdAt": "str",
    "expiresAt": "str",
    "effectiveAt": "str | None",
})


class ListVdlChannelsQuery(TypedDict, total=False):
    from_: str | datetime
    """The first hour. Default: 24 hours before `to`."""

    to: str | datetime
    """The end of the last hour, not included. Default: now."""


class ListVdlChannelsChannels(TypedDict):
    hour: str
    frequency: float
    """MHz."""

    messages: int
    """Transmissions with a message."""

    aircraft: int
    """Aircraft that sent or got them."""

    snr: float | None
    """Mean signal-to-noise ratio, dB; `null` if no decoder tells it."""


ListVdlChannels = TypedDict("ListVdlChannels", {
    "from": "str",
    "to": "str",
    "channels": "list[ListVdlChannelsChannels]",
    "nextTo": "str | None",
})


class ListVdlHandoversQuery(TypedDict, total=False):
    ground_station: str
    """The id of a ground station of VDL."""

    from_: str | datetime
    """The first hour. Default: 24 hours before `to`."""

    to: str | datetime
    """The end of the last hour, not included. Default: now."""


class ListVdlHandoversHandovers(TypedDict):
    fromId: str
    fromName: str | None
    """The name of the ground station, or the airports that it announces."""

    toId: str
    toName: str | None
    """The name of the ground station, or the airports that it announces."""

    handovers: int


ListVdlHandovers = TypedDict("ListVdlHandovers", {
    "from": "str",
    "to": "str",
    "handovers": "list[ListVdlHandoversHandovers]",
})


ListVdlReachGroundStationsSteps = TypedDict("ListVdlReachGroundStationsSteps", {
    "from": "int",
    "messages": "int",
})


class ListVdlReachGroundStations(TypedDict):
    groundStationId: str
    groundStation: str | None
    """The name of the ground station, or the airports that it announces."""

    messages: int
    """Transmissions with the position of their aircraft."""

    farthest: float
    """The greatest distance, km."""

    steps: list[ListVdlReachGroundStationsSteps]
    """Transmissions by distance of the aircraft, in ranges of 50 km."""


ListVdlReach = TypedDict("ListVdlReach", {
    "from": "str",
    "to": "str",
    "groundStations": "list[ListVdlReachGroundStations]",
})
