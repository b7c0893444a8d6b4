"""The REST interface: a method for each endpoint, named by its `operationId`.

Written by tools/generate.py from the OpenAPI document: change that, not this file.
"""

from __future__ import annotations

# mypy: disable-error-code="no-any-return"

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal

from . import models
from ._request import OnPage, part

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Operations:
    """The endpoints, for programs without asyncio."""

    def _call(self, method: str, path: str, query: Mapping[str, Any], body: Any = None) -> Any:
        raise NotImplementedError

    def _pages(
        self, path: str, query: Mapping[str, Any], items_max: int | None, on_page: OnPage | None
    ) -> Iterator[Any]:
        raise NotImplementedError

    def read_aggregator(
        self,
    ) -> models.ReadAggregator:
        """Describe the service to feeders. Returns what lists of aggregators and images of feeders need to offer this
        service: where to send, that no account is needed, where to see the status, the privacy policy, and the
        licence of the data. It needs no credential.
        """
        return self._call("GET", "/v1/aggregator", {})

    def list_airframes(
        self,
        *,
        items_max: int | None = 1000,
        on_page: OnPage | None = None,
        **query: Unpack[models.ListAirframesQuery],
    ) -> Iterator[models.Airframe]:
        """List airframes. Returns airframes by descending id. Ids are hashes, so the order has no further meaning.
        Cursors are airframe ids. Scope of an API key: `read`.
        """
        return self._pages("/v1/airframes", query, items_max, on_page)

    def read_airframe(
        self,
        icao: str,
    ) -> models.ReadAirframe:
        """Get an airframe. Returns one airframe by its 24-bit address, its tail, or the `airframeId` of a message.
        Scope of an API key: `read`.
        """
        return self._call("GET", f"/v1/airframes/{part(icao)}", {})

    def list_airframe_flights(
        self,
        icao: str,
        *,
        items_max: int | None = 1000,
        on_page: OnPage | None = None,
        **query: Unpack[models.ListAirframeFlightsQuery],
    ) -> Iterator[models.FlightSummary]:
        """List an airframe's flights. Returns the airframe's flights, the latest first reception first. Cursors are
        flight ids. Scope of an API key: `read`.
        """
        return self._pages(f"/v1/airframes/{part(icao)}/flights", query, items_max, on_page)

    def list_airframe_messages(
        self,
        icao: str,
        *,
        items_max: int | None = 1000,
        on_page: OnPage | None = None,
        **query: Unpack[models.ListAirframeMessagesQuery],
    ) -> Iterator[models.ReadMessage]:
        """List an airframe's messages. Returns the airframe's messages, newest first. Cursors are message ids. Scope
        of an API key: `read`.
        """
        return self._pages(f"/v1/airframes/{part(icao)}/messages", query, items_max, on_page)

    def list_airlines(
        self,
        *,
        items_max: int | None = 1000,
        on_page: OnPage | None = None,
        **query: Unpack[models.ListAirlinesQuery],
    ) -> Iterator[models.FlightSummaryAirline]:
        """List airlines. Returns airlines by descending ICAO code. Cursors are ICAO codes. Scope of an API key:
        `read`.
        """
        return self._pages("/v1/airlines", query, items_max, on_page)

    def read_airline(
        self,
        code: str,
    ) -> models.FlightSummaryAirline:
        """Get an airline. Returns the airline with an ICAO code, or the one that an IATA code means. Scope of an API
        key: `read`.
        """
        return self._call("GET", f"/v1/airlines/{part(code)}", {})

    def list_airline_airframes(
        self,
        code: str,
        *,
        items_max: int | None = 1000,
        on_page: OnPage | None = None,
        **query: Unpack[models.ListAirlineAirframesQuery],
    ) -> Iterator[models.Airframe]:
        """List an airline's airframes. Returns the airframes that flew flights of the airline in the last 30 days, by
        descending id. Cursors are airframe ids. Scope of an API key: `read`.
        """
        return self._pages(f"/v1/airlines/{part(code)}/airframes", query, items_max, on_page)

    def list_airline_flights(
        self,
        code: str,
        *,
        items_max: int | None = 1000,
        on_page: OnPage | None = None,
        **query: Unpack[models.ListAirframeFlightsQuery],
    ) -> Iterator[models.FlightSummary]:
        """List an airline's flights. Returns the airline's flights, the latest first reception first. Cursors are
        flight ids. Scope of an API key: `read`.
        """
        return self._pages(f"/v1/airlines/{part(code)}/flights", query, items_max, on_page)

    def list_airline_messages(
        self,
        code: str,
        *,
        items_max: int | None = 1000,
        on_page: OnPage | None = None,
        **query: Unpack[models.ListAirframeMessagesQuery],
    ) -> Iterator[models.ReadMessage]:
        """List an airline's messages. Returns the messages of the airline's flights, newest first. Cursors are
        message ids. Scope of an API key: `read`.
        """
        return self._pages(f"/v1/airlines/{part(code)}/messages", query, items_max, on_page)

    def read_airline_stats(
        self,
        code: str,
    ) -> models.ReadAirlineStats:
        """Get an airline's statistics. Returns what the messages of the airline's flights of the last 7 days are,
        counted some minutes ago. Scope of an API key: `read`.
        """
        return self._call("GET", f"/v1/airlines/{part(code)}/stats", {})

    def list_airports(
        self,
        *,
        items_max: int | None = 1000,
        on_page: OnPage | None = None,
        **query: Unpack[models.ListAirportsQuery],
    ) -> Iterator[models.FlightSummaryDeparture]:
        """List airports. Returns airports by descending id. Cursors are airport ids. Scope of an API key: `read`."""
        return self._pages("/v1/airports", query, items_max, on_page)

    def read_airport(
        self,
        code: str,
    ) -> models.FlightSummaryDeparture:
        """Get an airport. Returns the airport with an ICAO or IATA code. Scope of an API key: `read`."""
        return self._call("GET", f"/v1/airports/{part(code)}", {})

    def list_airport_flights(
        self,
        code: str,
        *,
        direction: Literal['departures', 'arrivals'],
        items_max: int | None = 1000,
        on_page: OnPage | None = None,
        **query: Unpack[models.ListAirportFlightsQuery],
    ) -> Iterator[models.ListAirportFlights]:
        """List an airport's flights. Returns flights that left the airport or go to it as their messages report, the
        latest first: by take-off, else by leaving the gate; by landing, else by reaching the gate, else by
        expected landing. Flights without such a time count from their first message. Cursors are flight ids. Scope
        of an API key: `read`.
        """
        return self._pages(f"/v1/airports/{part(code)}/flights", {"direction": direction, **query}, items_max, on_page)

    def list_alerts(
        self,
    ) -> list[models.ListAlerts]:
        """List alert rules. Returns your alert rules, oldest first. Scope of an API key: `read`."""
        return self._call("GET", "/v1/alerts", {})

    def add_alert(
        self,
        *,
        body: models.AddAlertBody,
    ) -> models.ListAlerts:
        """Add an alert rule. Adds a rule of messages or of a station. Each received transmission is compared with it,
        not only the sample of the firehose. A rule reports at most one match a minute and counts the others; an
        account is notified of at most 100 matches a day. An account has at most 50 rules. A filter that more than
        5000 transmissions of the last 24 hours match is refused. Scope of an API key: `manage`.
        """
        return self._call("POST", "/v1/alerts", {}, body)

    def change_alert(
        self,
        id: str,
        *,
        body: models.ChangeAlertBody,
    ) -> models.ListAlerts:
        """Change an alert rule. Changes the members that are given. It takes effect within ten seconds. Scope of an
        API key: `manage`.
        """
        return self._call("PATCH", f"/v1/alerts/{part(id)}", {}, body)

    def remove_alert(
        self,
        id: str,
    ) -> None:
        """Remove an alert rule. Removes a rule. Notifications that it made stay. Scope of an API key: `manage`."""
        self._call("DELETE", f"/v1/alerts/{part(id)}", {})

    def preview_alert(
        self,
        *,
        body: models.PreviewAlertBody,
    ) -> models.PreviewAlert:
        """Preview an alert rule. Returns how many transmissions of the last 24 hours a filter would have matched.
        Scope of an API key: `manage`.
        """
        return self._call("POST", "/v1/alerts/preview", {}, body)

    def read_announcements(
        self,
    ) -> list[models.ReadAnnouncements]:
        """List current announcements. Returns the announcements of the operators that are in force, newest first."""
        return self._call("GET", "/v1/announcements", {})

    def read_claim_code(
        self,
        code: str,
    ) -> models.ReadClaimCode:
        """Get what a claim code does. Returns which station a code would give to which user, and whether it would
        succeed from your network. Changes nothing. Show it before a person in the feeder's network uses the code.
        """
        return self._call("GET", f"/v1/claim-codes/{part(code)}", {})

    def list_claims(
        self,
    ) -> list[models.ListClaims]:
        """List claims. Returns the account's latest 100 claims, newest first. Scope of an API key: `read`."""
        return self._call("GET", "/v1/claims", {})

    def read_coverage_cells(
        self,
        **query: Unpack[models.ReadCoverageCellsQuery],
    ) -> models.ReadCoverageCells:
        """Get the coverage of all stations as cells. Returns where the aircraft were that the stations of this
        service received in the last 7 days, as cells of H3 like those of a station. Positions that several
        stations received count for each. Hidden stations are left out. It is at most ten minutes old. Scope of an
        API key: `read`.
        """
        return self._call("GET", "/v1/coverage/cells", query)

    def list_destinations(
        self,
    ) -> list[models.ListDestinations]:
        """List destinations. Returns where your notifications are sent besides the page, oldest first. Scope of an
        API key: `read`.
        """
        return self._call("GET", "/v1/destinations", {})

    def add_destination(
        self,
        *,
        body: models.AddDestinationBody,
    ) -> models.AddDestination:
        """Add a destination. Adds a place to which notifications are sent. What cannot be delivered is tried again
        for three days, at growing intervals, with the same id. An account has at most 10 destinations and 120
        deliveries an hour. Redirects are not followed. Scope of an API key: `manage`.
        """
        return self._call("POST", "/v1/destinations", {}, body)

    def change_destination(
        self,
        id: str,
        *,
        body: models.ChangeDestinationBody,
    ) -> models.ListDestinations:
        """Change a destination. Changes the members that are given. To send to another address, add another
        destination. Scope of an API key: `manage`.
        """
        return self._call("PATCH", f"/v1/destinations/{part(id)}", {}, body)

    def remove_destination(
        self,
        id: str,
    ) -> None:
        """Remove a destination. Removes a destination with what waits for it and its list of deliveries. Scope of an
        API key: `manage`.
        """
        self._call("DELETE", f"/v1/destinations/{part(id)}", {})

    def list_deliveries(
        self,
        id: str,
        *,
        items_max: int | None = 1000,
        on_page: OnPage | None = None,
        **query: Unpack[models.ListDeliveriesQuery],
    ) -> Iterator[models.ListDeliveries]:
        """List deliveries. Returns the deliveries to a destination of the last seven days, newest first. Scope of an
        API key: `read`.
        """
        return self._pages(f"/v1/destinations/{part(id)}/deliveries", query, items_max, on_page)

    def replace_destination_secret(
        self,
        id: str,
        *,
        body: models.ReplaceDestinationSecretBody,
    ) -> models.AddDestination:
        """Replace the secret of a webhook. Makes a new signing secret, which is shown this once. For 24 hours each
        message has two signatures in `webhook-signature`, one with the new and one with the secret before, so that
        a receiver changes over without losing a message. `endPrevious` ends the secret before at once. A secret
        that is replaced again within that time ends. Scope of an API key: `manage`.
        """
        return self._call("POST", f"/v1/destinations/{part(id)}/secret", {}, body)

    def test_destination(
        self,
        id: str,
    ) -> models.TestDestination:
        """Test a destination. Sends one test message now, once, and returns what the receiver answered. It counts as
        a delivery. Scope of an API key: `manage`.
        """
        return self._call("POST", f"/v1/destinations/{part(id)}/test", {})

    def list_erasures(
        self,
    ) -> list[models.ListErasures]:
        """List planned erasures. Returns the erasures of the account and its stations that have not taken effect yet,
        the next one first. Scope of an API key: `read`.
        """
        return self._call("GET", "/v1/erasures", {})

    def call_off_erasure(
        self,
        id: str,
    ) -> None:
        """Call an erasure off. Ends a planned erasure of the account or of one of its stations. Scope of an API key:
        `manage`.
        """
        self._call("DELETE", f"/v1/erasures/{part(id)}", {})

    def read_feeding(
        self,
        **query: Unpack[models.ReadFeedingQuery],
    ) -> models.ReadFeeding:
        """Am I feeding?. Tells programs beside a decoder whether its messages arrive: with `ident` (also a UUID) for
        this station, without it for the stations whose messages came from the network of your address (IPv6: the
        /64) in the last 7 days. It needs no credential. An ident that is unknown, or whose station is hidden, is
        answered like one that has never sent anything. With `ident`, pages of other origins may ask too; without
        it they are refused. A response is 5 seconds old at most; an address may send 60 requests a minute.
        """
        return self._call("GET", "/v1/feeding", query)

    def list_flights(
        self,
        *,
        items_max: int | None = 1000,
        on_page: OnPage | None = None,
        **query: Unpack[models.ListFlightsQuery],
    ) -> Iterator[models.FlightSummary]:
        """List flights. Returns flights, the latest first reception first unless `order` is given. Cursors are flight
        ids. Scope of an API key: `read`.
        """
        return self._pages("/v1/flights", query, items_max, on_page)

    def read_flight(
        self,
        id: str,
    ) -> models.Flight:
        """Get a flight. Returns one flight by the `flightId` of a message, with its airframe and latest positions.
        Scope of an API key: `read`.
        """
        return self._call("GET", f"/v1/flights/{part(id)}", {})

    def read_flight_facts(
        self,
        id: str,
    ) -> models.ReadFlightFacts:
        """Get the facts of a flight. Returns what messages say about a flight, with the messages that report it. It
        stays when they have expired. Scope of an API key: `read`.
        """
        return self._call("GET", f"/v1/flights/{part(id)}/facts", {})

    def list_flight_messages(
        self,
        id: str,
        *,
        items_max: int | None = 1000,
        on_page: OnPage | None = None,
        **query: Unpack[models.ListAirframeMessagesQuery],
    ) -> Iterator[models.ReadMessage]:
        """List a flight's messages. Returns the flight's messages, newest first. Cursors are message ids. Scope of an
        API key: `read`.
        """
        return self._pages(f"/v1/flights/{part(id)}/messages", query, items_max, on_page)

    def read_flight_track(
        self,
        id: str,
    ) -> list[models.ReadFlightTrack]:
        """Get a flight's track. Returns the positions that messages of the flight report, in the order in which the
        airframe was there: the latest 2000, once per transmission. Scope of an API key: `read`.
        """
        return self._call("GET", f"/v1/flights/{part(id)}/track", {})

    def list_ground_stations(
        self,
        *,
        items_max: int | None = 1000,
        on_page: OnPage | None = None,
        **query: Unpack[models.ListGroundStationsQuery],
    ) -> Iterator[models.ListGroundStations]:
        """List ground stations. Returns the ground stations of HFDL, VDL2 and Inmarsat that were received or are
        known from the system table of HFDL, by descending id unless `order` is given. Cursors are ground station
        ids. What unproven stations send can be wrong. Scope of an API key: `read`.
        """
        return self._pages("/v1/ground-stations", query, items_max, on_page)

    def read_ground_station(
        self,
        id: str,
    ) -> models.ReadGroundStation:
        """Get a ground station. Returns one ground station with the stations that received it. Scope of an API key:
        `read`.
        """
        return self._call("GET", f"/v1/ground-stations/{part(id)}", {})

    def read_own_network(
        self,
        **query: Unpack[models.ReadFeedingQuery],
    ) -> models.ReadOwnNetwork:
        """List the stations in your network. Returns the stations whose messages came from the network of your
        address (IPv6: the /64) in the last 7 days, and what was refused. It needs no credential: feeders see by it
        whether their messages arrive. Hidden stations are not included, and requests of pages of other origins are
        refused. A response is a few seconds old at most. Poll every 5 seconds; an address may send 60 requests a
        minute. Addresses are compared by keyed hashes, and never stored.
        """
        return self._call("GET", "/v1/heard", query)

    def list_active_channels(
        self,
        **query: Unpack[models.ListActiveChannelsQuery],
    ) -> models.ListActiveChannels:
        """List active channels of HFDL. Returns the channels that squitters name as active, and those on which
        stations have received something in the last minutes, with the evidence. With a position, those come first
        that are most likely received there. What unproven stations send can be wrong. Scope of an API key: `read`.
        """
        return self._call("GET", "/v1/hf/active", query)

    def list_followed_ground_stations(
        self,
    ) -> models.ListFollowedGroundStations:
        """List active frequencies for receivers. Returns ground stations with their active frequencies in the form of
        `https://api.airframes.io/hfdl/ground-stations`, which programs like HFDL Observer follow. It needs no key
        and is at most 10 seconds old.
        """
        return self._call("GET", "/v1/hf/ground-stations", {})

    def list_keys(
        self,
    ) -> list[models.ListKeys]:
        """List API keys. Returns the account's active keys, newest first. Scope of an API key: `read`."""
        return self._call("GET", "/v1/keys", {})

    def issue_key(
        self,
        *,
        body: models.IssueKeyBody,
    ) -> models.IssueKey:
        """Issue an API key. Issues an API key. For the tier `feeder` the account needs a station that is visible, is
        active, and was first received at least seven days ago; for the tier `starter` any station of its own. The
        key is returned only once, in this response. On the web page, it requires a sign-in within the last 10
        minutes. Scope of an API key: `manage`.
        """
        return self._call("POST", "/v1/keys", {}, body)

    def revoke_key(
        self,
        id: str,
    ) -> None:
        """Revoke an API key. Revokes a key permanently, together with the sessions that were opened with it. Open
        connections are closed within five seconds. Scope of an API key: `manage`.
        """
        self._call("DELETE", f"/v1/keys/{part(id)}", {})

    def list_labels(
        self,
    ) -> list[models.ListLabels]:
        """List labels. Returns the labels whose meaning is known, by label. Scope of an API key: `read`."""
        return self._call("GET", "/v1/labels", {})

    def read_limits(
        self,
    ) -> models.ReadLimits:
        """Get rate limits. Returns the limits that apply to the credential, and how much is left of them. Scope of an
        API key: `read`.
        """
        return self._call("GET", "/v1/limits", {})

    def look_up(
        self,
        *,
        q: str,
    ) -> list[models.LookUp]:
        """Find what a text names. Returns what a text may mean, the best match first: at most 8 targets. A text that
        names nothing known is answered with an empty array. Scope of an API key: `read`.
        """
        return self._call("GET", "/v1/lookup", {"q": q})

    def read_me(
        self,
    ) -> models.ReadMe:
        """Get the current account. Returns the account that the API key or session belongs to, its tier, and whether
        it may issue itself feeder keys. Scope of an API key: `read`.
        """
        return self._call("GET", "/v1/me", {})

    def list_messages(
        self,
        *,
        items_max: int | None = 1000,
        on_page: OnPage | None = None,
        **query: Unpack[models.ListMessagesQuery],
    ) -> Iterator[models.ReadMessage]:
        """List messages. Returns messages, newest first, in pages linked by the header `Link`. Without a filter, a
        time range or a cursor, it returns messages of the last 24 hours. Filters are combined with AND. `label`,
        `exclude_label` and `source_type` take several values, separated by commas. `since` and `until` refer to
        the time at which the service received a message. `text` matches a part of the text, case-insensitive. With
        `flight`, `tail`, `icao` or `airframe`, with `station` or `label` alone, or with `since`, a page is
        searched for in all stored messages. Otherwise 7 days are searched from the cursor on. If the search ended
        early, because of that limit or because it took too long, the header `X-Searched-Since` tells how far it
        got: the page may then contain fewer messages than `limit`, or none, and `next` continues from there. If
        even the first hours take too long, the response is 503; narrow the time range then. To follow new
        messages, use the link `prev`, which is `after` the newest message: each page continues where the one
        before it ended. These pages stay 5 seconds behind the present, and behind messages that are not stored
        yet, so that none is skipped; the first one may repeat messages of the list before it. Messages that could
        not be stored for longer, because a part of the service was unavailable, may appear further back; `since`
        finds them. `include` adds members to each message, separated by commas: `raw` (the decoder's object as
        text, kept for a few days), `tree` (what the decoder program decoded, by application), `station`,
        `airframe`, `flight` and `receptions` (the stations that received the same transmission, with level and
        delay). Members without a value are `null`. Scope of an API key: `read`.
        """
        return self._pages("/v1/messages", query, items_max, on_page)

    def read_message(
        self,
        id: str,
        **query: Unpack[models.ReadMessageQuery],
    ) -> models.ReadMessage:
        """Get a message. Returns one message. `include` adds members to each message, separated by commas: `raw` (the
        decoder's object as text, kept for a few days), `tree` (what the decoder program decoded, by application),
        `station`, `airframe`, `flight` and `receptions` (the stations that received the same transmission, with
        level and delay). Members without a value are `null`. Scope of an API key: `read`.
        """
        return self._call("GET", f"/v1/messages/{part(id)}", query)

    def read_conversation(
        self,
        id: str,
        **query: Unpack[models.ReadMessageQuery],
    ) -> models.ReadConversation:
        """Get the conversation of a message. Returns the uplinks and downlinks that belong together with a message,
        oldest first, one reception of each transmission: the replies by CPDLC message reference, by label (a
        request for a clearance, the clearance, its readback) or by the text of an H1 message; the reports of an
        ADS-C contract; the blocks of a message; and the acknowledgements of these. Messages of the same airframe
        are searched, 30 minutes before and after, and at most 100 are returned. `include` adds members to each
        message, separated by commas: `raw` (the decoder's object as text, kept for a few days), `tree` (what the
        decoder program decoded, by application), `station`, `airframe`, `flight` and `receptions` (the stations
        that received the same transmission, with level and delay). Members without a value are `null`. Scope of an
        API key: `read`.
        """
        return self._call("GET", f"/v1/messages/{part(id)}/conversation", query)

    def list_positions(
        self,
        **query: Unpack[models.ListPositionsQuery],
    ) -> list[models.ListPositions]:
        """List the newest positions. Returns the newest position of each airframe, the newest first, at most 5000: of
        all positions, or of those that match the filters, which compare the newest messages with a position that
        each station received of the airframe, by source type and application. `bbox`, `text` and `q` select by the
        newest position. An airframe is left out while it cannot have flown to its newest position from the one
        that its flight shows: at most 1,300 knots, and 30 nautical miles more. Positions without a flight are not
        compared. Scope of an API key: `read`.
        """
        return self._call("GET", "/v1/positions", query)

    def read_propagation(
        self,
        **query: Unpack[models.ReadPropagationQuery],
    ) -> models.ReadPropagation:
        """Get propagation on HF. Returns what was received of HFDL by ground station, frequency and hour, and
        messages by band and height of the sun. Counts follow the messages by a few minutes. Scope of an API key:
        `read`.
        """
        return self._call("GET", "/v1/propagation", query)

    def read_push_key(
        self,
    ) -> models.ReadPushKey:
        """Read the key of push messages. Returns the key with which a browser subscribes to push messages of this
        service (VAPID). Scope of an API key: `read`.
        """
        return self._call("GET", "/v1/push-key", {})

    def read_quiet_hours(
        self,
    ) -> models.ReadQuietHours:
        """Read quiet hours. Returns the hours in which nothing is sent to you besides the page. Scope of an API key:
        `read`.
        """
        return self._call("GET", "/v1/quiet-hours", {})

    def set_quiet_hours(
        self,
        *,
        body: models.SetQuietHoursBody,
    ) -> None:
        """Set quiet hours. Sets hours in which no destination gets anything, and no mail about alert rules is sent.
        Scope of an API key: `manage`.
        """
        self._call("PUT", "/v1/quiet-hours", {}, body)

    def remove_quiet_hours(
        self,
    ) -> None:
        """Remove quiet hours. From now on everything is sent at once. Repeating it has no effect. Scope of an API
        key: `manage`.
        """
        self._call("DELETE", "/v1/quiet-hours", {})

    def list_receipts(
        self,
        *,
        station: int,
        **query: Unpack[models.ListReceiptsQuery],
    ) -> models.ListReceipts:
        """List a station's receipts. Returns, for each minute of a station, how many messages were stored and a
        digest of their ids, so that a client can prove that its copy is complete, or find the minute that has a
        hole. A minute is sealed 90 seconds after its end; then count and digest never change. At most a day at a
        time. Scope of an API key: `read`.
        """
        return self._call("GET", "/v1/receipts", {"station": station, **query})

    def read_route(
        self,
        callsign: str,
        **query: Unpack[models.ReadRouteQuery],
    ) -> models.ReadRoute:
        """Get the route of a callsign. Returns where the flight comes from and goes to that flies under a callsign:
        from its messages, else as its flights usually did. Needs no credential; requests are limited per address.
        """
        return self._call("GET", f"/v1/routes/{part(callsign)}", query)

    def read_route_files_manifest(
        self,
    ) -> models.ReadRouteFilesManifest:
        """Describe the files of usual routes. Returns when the files of usual routes were made, how many routes they
        have, the terms of use, and the size and SHA-256 of each file. Needs no credential; requests are limited
        per address.
        """
        return self._call("GET", "/v1/routes/files/manifest.json", {})

    def read_setup(
        self,
    ) -> models.ReadSetup:
        """Read whether the service waits for its set-up. Returns whether no account may operate the service. Then its
        log has a code, with which `POST /v1/setup` makes the account of the first operator.
        """
        return self._call("GET", "/v1/setup", {})

    def list_stations(
        self,
        *,
        items_max: int | None = 1000,
        on_page: OnPage | None = None,
        **query: Unpack[models.ListStationsQuery],
    ) -> Iterator[models.ListedStation]:
        """List stations. Returns visible stations, newest first unless `order` is given. Cursors are station ids.
        With `mine=true` it returns your own stations, hidden ones included. Scope of an API key: `read`.
        """
        return self._pages("/v1/stations", query, items_max, on_page)

    def read_station(
        self,
        id: int,
    ) -> models.Station:
        """Get a station. Returns one station. A hidden station is found only by its owner, who also sees its
        settings. Scope of an API key: `read`.
        """
        return self._call("GET", f"/v1/stations/{part(id)}", {})

    def change_station(
        self,
        id: int,
        *,
        body: models.ChangeStationBody,
    ) -> models.Station:
        """Update a station. Changes the position and the settings of one of your stations. The key policy `required`
        needs a proven claim (403 before). Scope of an API key: `manage`.
        """
        return self._call("PATCH", f"/v1/stations/{part(id)}", {}, body)

    def claim_station(
        self,
        id: int,
        *,
        body: models.ClaimStationBody | None = None,
    ) -> models.ListClaims:
        """Claim a station. Requests ownership of a station that is visible, sends messages, and has no owner who has
        proven it. With `prove`, the network of your address (IPv6: the /64) speaks for the claim. How many
        messages it sent says nothing; it proves the claim if it sent under the ident in at least 72 hours, on at
        least 3 days and in 90 % of the hours in which anybody sent, and if no other network sent before. Within
        the first three days of a station, the claim of the network that sent first is `provisional` at once: the
        station is yours, with its feed, statistics and a starter key. The key policy `required`, a transfer and an
        erasure wait for the proof, which comes by itself, within an hour of the hours that it needs. To prove a
        claim from another machine in that network, use `POST /v1/stations/:id/claim/code`. Otherwise the claim is
        `pending`, and the operator of the service decides, so describe in `note` what only the station's owner
        knows. A claim that waits for more hours only is approved when they are complete. There is no deadline, and
        a claim does not expire. Claiming the station again returns the same claim. An account may have ten pending
        claims. If the claim is `approved`, the station belongs to the account: its messages arrive as
        `feed:message` within seconds, and it counts for a feeder key. If it is `rejected`, you may claim the
        station again; a provisional owner loses it. Decisions are reported by a notification of type
        `claim.decided` and by `GET /v1/claims`. If several accounts claim the same station, at most one claim is
        approved, and the claims of others do not delay a proof. Scope of an API key: `manage`.
        """
        return self._call("POST", f"/v1/stations/{part(id)}/claim", {}, body)

    def issue_claim_code(
        self,
        id: int,
    ) -> models.IssueClaimCode:
        """Issue a claim code. Claims a station, if you have not done so, and issues a code that proves the claim as
        `prove` does: open `url` by POST from the network of the station's feeder, for example with curl on its
        machine. The code is valid for 15 minutes and succeeds once. An earlier code of the claim becomes invalid.
        Scope of an API key: `manage`.
        """
        return self._call("POST", f"/v1/stations/{part(id)}/claim/code", {})

    def read_station_coverage(
        self,
        id: int,
    ) -> models.ReadStationCoverage:
        """Get a station's coverage. Returns how far a station received in the last 7 days, by direction. Positions
        that its kind of link cannot reach by line of sight are left out. It is at most ten minutes old. Scope of
        an API key: `read`.
        """
        return self._call("GET", f"/v1/stations/{part(id)}/coverage", {})

    def read_station_cells(
        self,
        id: int,
    ) -> models.ReadCoverageCells:
        """Get a station's coverage as cells. Returns where the aircraft were that a station received in the last 7
        days, as GeoJSON with cells of H3: of resolution 5 (about 250 km²), or of a lower one if they are far apart
        or more than 2,000. Positions that its kind of link cannot reach by line of sight are left out. Counts
        follow the messages by up to fifteen minutes. Scope of an API key: `read`.
        """
        return self._call("GET", f"/v1/stations/{part(id)}/coverage/cells", {})

    def read_station_gaps(
        self,
        id: int,
    ) -> models.ReadStationGaps:
        """Get a station's gaps. Returns the hours of the last 7 days with and without messages of a station. Scope of
        an API key: `read`.
        """
        return self._call("GET", f"/v1/stations/{part(id)}/gaps", {})

    def list_station_keys(
        self,
        id: int,
    ) -> list[models.ListStationKeys]:
        """List a station's keys. Returns the active keys of one of your stations, newest first. Scope of an API key:
        `read`.
        """
        return self._call("GET", f"/v1/stations/{part(id)}/keys", {})

    def issue_station_key(
        self,
        id: int,
        *,
        body: models.IssueStationKeyBody | None = None,
    ) -> models.IssueStationKey:
        """Issue a station key. Issues a key by which one of your stations proves its messages. Over UDP and TCP, set
        the ident of the decoder to `ident~key`. Over HTTP, send the header `X-Station-Key`. The key is removed
        from each message before it is stored. As soon as a station has a key, its messages have `authenticated:
        true` if they were sent with a valid key, and `authenticated: false` otherwise. Set `keyPolicy` to
        `required` to refuse messages without a valid key. A station may have five active keys, so that a key can
        be replaced while it is in use. On the web page, it requires a sign-in within the last 10 minutes. Scope of
        an API key: `manage`.
        """
        return self._call("POST", f"/v1/stations/{part(id)}/keys", {}, body)

    def revoke_station_key(
        self,
        id: int,
        key_id: str,
    ) -> None:
        """Revoke a station key. Revokes a key of one of your stations permanently. Within seconds, messages that are
        sent with it are no longer proven. Scope of an API key: `manage`.
        """
        self._call("DELETE", f"/v1/stations/{part(id)}/keys/{part(key_id)}", {})

    def list_station_messages(
        self,
        id: int,
        *,
        items_max: int | None = 1000,
        on_page: OnPage | None = None,
        **query: Unpack[models.ListAirframeMessagesQuery],
    ) -> Iterator[models.ReadMessage]:
        """List a station's messages. Returns the station's messages, newest first. Cursors are message ids. Scope of
        an API key: `read`.
        """
        return self._pages(f"/v1/stations/{part(id)}/messages", query, items_max, on_page)

    def list_station_rejects(
        self,
        id: int,
    ) -> list[models.ReadOwnNetworkStationsRefused]:
        """List a station's refused objects. Returns what was refused of one of your stations in the last 7 days, by
        reason, the latest first. Objects that name no station, such as text that is not JSON, are not included.
        Scope of an API key: `read`.
        """
        return self._call("GET", f"/v1/stations/{part(id)}/rejects", {})

    def read_station_stats(
        self,
        id: int,
        **query: Unpack[models.ReadStationStatsQuery],
    ) -> models.StationStats:
        """Get station statistics. Returns the number of messages of a station by hour (up to 31 days) or by day (up
        to 366 days). Scope of an API key: `read`.
        """
        return self._call("GET", f"/v1/stations/{part(id)}/stats", query)

    def read_station_status(
        self,
        id: int,
    ) -> models.StationStatus:
        """Get a station's status. Returns whether a station is online, its traffic compared with the usual one, and
        its decoders. Scope of an API key: `read`.
        """
        return self._call("GET", f"/v1/stations/{part(id)}/status", {})

    def read_stats(
        self,
        **query: Unpack[models.ReadStatsQuery],
    ) -> models.Stats:
        """Get service statistics. Returns counts of stations, airframes, flights and messages of the whole service.
        With `by` it also returns messages by label, airline, application, frequency or source type. Scope of an
        API key: `read`.
        """
        return self._call("GET", "/v1/stats", query)

    def read_undecoded(
        self,
        **query: Unpack[models.ReadUndecodedQuery],
    ) -> models.ReadUndecoded:
        """List texts that nothing reads. Returns how many messages have texts that neither a decoder program nor the
        service has read, by label and layout, with samples. Counts are some minutes old.
        `/v1/messages/export?decoded=none` returns the texts themselves. Scope of an API key: `read`.
        """
        return self._call("GET", "/v1/stats/undecoded", query)

    def read_status(
        self,
    ) -> models.ReadStatus:
        """Get the service status. Returns whether the service's databases answer, and how far the stages that a
        message passes are behind; also the size of the journals, the difference of the clocks, and how long test
        messages take.
        """
        return self._call("GET", "/v1/status", {})

    def read_status_days(
        self,
    ) -> models.ReadStatusDays:
        """Get the service status by day. Returns how many canary messages arrived on each day: the service sends one
        to itself every ten seconds, as a feeder does. It is answered also while Postgres does not answer.
        """
        return self._call("GET", "/v1/status/days", {})

    def read_streams(
        self,
    ) -> models.ReadStreams:
        """Get firehose statistics. Returns the sampling fraction of the firehose, its budget and its current rates.
        Scope of an API key: `read`.
        """
        return self._call("GET", "/v1/streams", {})

    def list_transfers(
        self,
    ) -> list[models.ListTransfers]:
        """List station transfers. Returns the transfers that wait, from you and to you, newest first. Scope of an API
        key: `read`.
        """
        return self._call("GET", "/v1/transfers", {})

    def end_transfer(
        self,
        id: str,
    ) -> None:
        """Withdraw or decline a transfer. Ends a transfer that has not taken effect: the owner withdraws it, or the
        other user declines it. The owner is notified if the other user declines it; after it was accepted, the one
        who has not ended it is notified. Scope of an API key: `manage`.
        """
        self._call("DELETE", f"/v1/transfers/{part(id)}", {})

    def list_vdl_channels(
        self,
        **query: Unpack[models.ListVdlChannelsQuery],
    ) -> models.ListVdlChannels:
        """Get the load of VDL channels. Returns what was received of VDL by frequency and hour. Counts follow the
        messages by a few minutes. Scope of an API key: `read`.
        """
        return self._call("GET", "/v1/vdl/channels", query)

    def list_vdl_handovers(
        self,
        **query: Unpack[models.ListVdlHandoversQuery],
    ) -> models.ListVdlHandovers:
        """List hand-overs between VDL ground stations. Returns how often aircraft went on from one ground station of
        VDL to another, with at most 30 minutes between the messages. Scope of an API key: `read`.
        """
        return self._call("GET", "/v1/vdl/handovers", query)

    def list_vdl_reach(
        self,
        **query: Unpack[models.ListVdlHandoversQuery],
    ) -> models.ListVdlReach:
        """Get the reach of VDL ground stations. Returns how far aircraft were from the ground station of VDL with
        which they exchanged messages, for ground stations and aircraft whose position is known. Distances beyond
        the horizon of VHF are left out. Scope of an API key: `read`.
        """
        return self._call("GET", "/v1/vdl/reach", query)


class AsyncOperations:
    """The endpoints, for programs with asyncio."""

    async def _call(self, method: str, path: str, query: Mapping[str, Any], body: Any = None) -> Any:
        raise NotImplementedError

    def _pages(
        self, path: str, query: Mapping[str, Any], items_max: int | None, on_page: OnPage | None
    ) -> AsyncIterator[Any]:
        raise NotImplementedError

    async def read_aggregator(
        self,
    ) -> models.ReadAggregator:
        """Describe the service to feeders. Returns what lists of aggregators and images of feeders need to offer this
        service: where to send, that no account is needed, where to see the status, the privacy policy, and the
        licence of the data. It needs no credential.
        """
        return await self._call("GET", "/v1/aggregator", {})

    def list_airframes(
        self,
        *,
        items_max: int | None = 1000,
        on_page: OnPage | None = None,
        **query: Unpack[models.ListAirframesQuery],
    ) -> AsyncIterator[models.Airframe]:
        """List airframes. Returns airframes by descending id. Ids are hashes, so the order has no further meaning.
        Cursors are airframe ids. Scope of an API key: `read`.
        """
        return self._pages("/v1/airframes", query, items_max, on_page)

    async def read_airframe(
        self,
        icao: str,
    ) -> models.ReadAirframe:
        """Get an airframe. Returns one airframe by its 24-bit address, its tail, or the `airframeId` of a message.
        Scope of an API key: `read`.
        """
        return await self._call("GET", f"/v1/airframes/{part(icao)}", {})

    def list_airframe_flights(
        self,
        icao: str,
        *,
        items_max: int | None = 1000,
        on_page: OnPage | None = None,
        **query: Unpack[models.ListAirframeFlightsQuery],
    ) -> AsyncIterator[models.FlightSummary]:
        """List an airframe's flights. Returns the airframe's flights, the latest first reception first. Cursors are
        flight ids. Scope of an API key: `read`.
        """
        return self._pages(f"/v1/airframes/{part(icao)}/flights", query, items_max, on_page)

    def list_airframe_messages(
        self,
        icao: str,
        *,
        items_max: int | None = 1000,
        on_page: OnPage | None = None,
        **query: Unpack[models.ListAirframeMessagesQuery],
    ) -> AsyncIterator[models.ReadMessage]:
        """List an airframe's messages. Returns the airframe's messages, newest first. Cursors are message ids. Scope
        of an API key: `read`.
        """
        return self._pages(f"/v1/airframes/{part(icao)}/messages", query, items_max, on_page)

    def list_airlines(
        self,
        *,
        items_max: int | None = 1000,
        on_page: OnPage | None = None,
        **query: Unpack[models.ListAirlinesQuery],
    ) -> AsyncIterator[models.FlightSummaryAirline]:
        """List airlines. Returns airlines by descending ICAO code. Cursors are ICAO codes. Scope of an API key:
        `read`.
        """
        return self._pages("/v1/airlines", query, items_max, on_page)

    async def read_airline(
        self,
        code: str,
    ) -> models.FlightSummaryAirline:
        """Get an airline. Returns the airline with an ICAO code, or the one that an IATA code means. Scope of an API
        key: `read`.
        """
        return await self._call("GET", f"/v1/airlines/{part(code)}", {})

    def list_airline_airframes(
        self,
        code: str,
        *,
        items_max: int | None = 1000,
        on_page: OnPage | None = None,
        **query: Unpack[models.ListAirlineAirframesQuery],
    ) -> AsyncIterator[models.Airframe]:
        """List an airline's airframes. Returns the airframes that flew flights of the airline in the last 30 days, by
        descending id. Cursors are airframe ids. Scope of an API key: `read`.
        """
        return self._pages(f"/v1/airlines/{part(code)}/airframes", query, items_max, on_page)

    def list_airline_flights(
        self,
        code: str,
        *,
        items_max: int | None = 1000,
        on_page: OnPage | None = None,
        **query: Unpack[models.ListAirframeFlightsQuery],
    ) -> AsyncIterator[models.FlightSummary]:
        """List an airline's flights. Returns the airline's flights, the latest first reception first. Cursors are
        flight ids. Scope of an API key: `read`.
        """
        return self._pages(f"/v1/airlines/{part(code)}/flights", query, items_max, on_page)

    def list_airline_messages(
        self,
        code: str,
        *,
        items_max: int | None = 1000,
        on_page: OnPage | None = None,
        **query: Unpack[models.ListAirframeMessagesQuery],
    ) -> AsyncIterator[models.ReadMessage]:
        """List an airline's messages. Returns the messages of the airline's flights, newest first. Cursors are
        message ids. Scope of an API key: `read`.
        """
        return self._pages(f"/v1/airlines/{part(code)}/messages", query, items_max, on_page)

    async def read_airline_stats(
        self,
        code: str,
    ) -> models.ReadAirlineStats:
        """Get an airline's statistics. Returns what the messages of the airline's flights of the last 7 days are,
        counted some minutes ago. Scope of an API key: `read`.
        """
        return await self._call("GET", f"/v1/airlines/{part(code)}/stats", {})

    def list_airports(
        self,
        *,
        items_max: int | None = 1000,
        on_page: OnPage | None = None,
        **query: Unpack[models.ListAirportsQuery],
    ) -> AsyncIterator[models.FlightSummaryDeparture]:
        """List airports. Returns airports by descending id. Cursors are airport ids. Scope of an API key: `read`."""
        return self._pages("/v1/airports", query, items_max, on_page)

    async def read_airport(
        self,
        code: str,
    ) -> models.FlightSummaryDeparture:
        """Get an airport. Returns the airport with an ICAO or IATA code. Scope of an API key: `read`."""
        return await self._call("GET", f"/v1/airports/{part(code)}", {})

    def list_airport_flights(
        self,
        code: str,
        *,
        direction: Literal['departures', 'arrivals'],
        items_max: int | None = 1000,
        on_page: OnPage | None = None,
        **query: Unpack[models.ListAirportFlightsQuery],
    ) -> AsyncIterator[models.ListAirportFlights]:
        """List an airport's flights. Returns flights that left the airport or go to it as their messages report, the
        latest first: by take-off, else by leaving the gate; by landing, else by reaching the gate, else by
        expected landing. Flights without such a time count from their first message. Cursors are flight ids. Scope
        of an API key: `read`.
        """
        return self._pages(f"/v1/airports/{part(code)}/flights", {"direction": direction, **query}, items_max, on_page)

    async def list_alerts(
        self,
    ) -> list[models.ListAlerts]:
        """List alert rules. Returns your alert rules, oldest first. Scope of an API key: `read`."""
        return await self._call("GET", "/v1/alerts", {})

    async def add_alert(
        self,
        *,
        body: models.AddAlertBody,
    ) -> models.ListAlerts:
        """Add an alert rule. Adds a rule of messages or of a station. Each received transmission is compared with it,
        not only the sample of the firehose. A rule reports at most one match a minute and counts the others; an
        account is notified of at most 100 matches a day. An account has at most 50 rules. A filter that more than
        5000 transmissions of the last 24 hours match is refused. Scope of an API key: `manage`.
        """
        return await self._call("POST", "/v1/alerts", {}, body)

    async def change_alert(
        self,
        id: str,
        *,
        body: models.ChangeAlertBody,
    ) -> models.ListAlerts:
        """Change an alert rule. Changes the members that are given. It takes effect within ten seconds. Scope of an
        API key: `manage`.
        """
        return await self._call("PATCH", f"/v1/alerts/{part(id)}", {}, body)

    async def remove_alert(
        self,
        id: str,
    ) -> None:
        """Remove an alert rule. Removes a rule. Notifications that it made stay. Scope of an API key: `manage`."""
        await self._call("DELETE", f"/v1/alerts/{part(id)}", {})

    async def preview_alert(
        self,
        *,
        body: models.PreviewAlertBody,
    ) -> models.PreviewAlert:
        """Preview an alert rule. Returns how many transmissions of the last 24 hours a filter would have matched.
        Scope of an API key: `manage`.
        """
        return await self._call("POST", "/v1/alerts/preview", {}, body)

    async def read_announcements(
        self,
    ) -> list[models.ReadAnnouncements]:
        """List current announcements. Returns the announcements of the operators that are in force, newest first."""
        return await self._call("GET", "/v1/announcements", {})

    async def read_claim_code(
        self,
        code: str,
    ) -> models.ReadClaimCode:
        """Get what a claim code does. Returns which station a code would give to which user, and whether it would
        succeed from your network. Changes nothing. Show it before a person in the feeder's network uses the code.
        """
        return await self._call("GET", f"/v1/claim-codes/{part(code)}", {})

    async def list_claims(
        self,
    ) -> list[models.ListClaims]:
        """List claims. Returns the account's latest 100 claims, newest first. Scope of an API key: `read`."""
        return await self._call("GET", "/v1/claims", {})

    async def read_coverage_cells(
        self,
        **query: Unpack[models.ReadCoverageCellsQuery],
    ) -> models.ReadCoverageCells:
        """Get the coverage of all stations as cells. Returns where the aircraft were that the stations of this
        service received in the last 7 days, as cells of H3 like those of a station. Positions that several
        stations received count for each. Hidden stations are left out. It is at most ten minutes old. Scope of an
        API key: `read`.
        """
        return await self._call("GET", "/v1/coverage/cells", query)

    async def list_destinations(
        self,
    ) -> list[models.ListDestinations]:
        """List destinations. Returns where your notifications are sent besides the page, oldest first. Scope of an
        API key: `read`.
        """
        return await self._call("GET", "/v1/destinations", {})

    async def add_destination(
        self,
        *,
        body: models.AddDestinationBody,
    ) -> models.AddDestination:
        """Add a destination. Adds a place to which notifications are sent. What cannot be delivered is tried again
        for three days, at growing intervals, with the same id. An account has at most 10 destinations and 120
        deliveries an hour. Redirects are not followed. Scope of an API key: `manage`.
        """
        return await self._call("POST", "/v1/destinations", {}, body)

    async def change_destination(
        self,
        id: str,
        *,
        body: models.ChangeDestinationBody,
    ) -> models.ListDestinations:
        """Change a destination. Changes the members that are given. To send to another address, add another
        destination. Scope of an API key: `manage`.
        """
        return await self._call("PATCH", f"/v1/destinations/{part(id)}", {}, body)

    async def remove_destination(
        self,
        id: str,
    ) -> None:
        """Remove a destination. Removes a destination with what waits for it and its list of deliveries. Scope of an
        API key: `manage`.
        """
        await self._call("DELETE", f"/v1/destinations/{part(id)}", {})

    def list_deliveries(
        self,
        id: str,
        *,
        items_max: int | None = 1000,
        on_page: OnPage | None = None,
        **query: Unpack[models.ListDeliveriesQuery],
    ) -> AsyncIterator[models.ListDeliveries]:
        """List deliveries. Returns the deliveries to a destination of the last seven days, newest first. Scope of an
        API key: `read`.
        """
        return self._pages(f"/v1/destinations/{part(id)}/deliveries", query, items_max, on_page)

    async def replace_destination_secret(
        self,
        id: str,
        *,
        body: models.ReplaceDestinationSecretBody,
    ) -> models.AddDestination:
        """Replace the secret of a webhook. Makes a new signing secret, which is shown this once. For 24 hours each
        message has two signatures in `webhook-signature`, one with the new and one with the secret before, so that
        a receiver changes over without losing a message. `endPrevious` ends the secret before at once. A secret
        that is replaced again within that time ends. Scope of an API key: `manage`.
        """
        return await self._call("POST", f"/v1/destinations/{part(id)}/secret", {}, body)

    async def test_destination(
        self,
        id: str,
    ) -> models.TestDestination:
        """Test a destination. Sends one test message now, once, and returns what the receiver answered. It counts as
        a delivery. Scope of an API key: `manage`.
        """
        return await self._call("POST", f"/v1/destinations/{part(id)}/test", {})

    async def list_erasures(
        self,
    ) -> list[models.ListErasures]:
        """List planned erasures. Returns the erasures of the account and its stations that have not taken effect yet,
        the next one first. Scope of an API key: `read`.
        """
        return await self._call("GET", "/v1/erasures", {})

    async def call_off_erasure(
        self,
        id: str,
    ) -> None:
        """Call an erasure off. Ends a planned erasure of the account or of one of its stations. Scope of an API key:
        `manage`.
        """
        await self._call("DELETE", f"/v1/erasures/{part(id)}", {})

    async def read_feeding(
        self,
        **query: Unpack[models.ReadFeedingQuery],
    ) -> models.ReadFeeding:
        """Am I feeding?. Tells programs beside a decoder whether its messages arrive: with `ident` (also a UUID) for
        this station, without it for the stations whose messages came from the network of your address (IPv6: the
        /64) in the last 7 days. It needs no credential. An ident that is unknown, or whose station is hidden, is
        answered like one that has never sent anything. With `ident`, pages of other origins may ask too; without
        it they are refused. A response is 5 seconds old at most; an address may send 60 requests a minute.
        """
        return await self._call("GET", "/v1/feeding", query)

    def list_flights(
        self,
        *,
        items_max: int | None = 1000,
        on_page: OnPage | None = None,
        **query: Unpack[models.ListFlightsQuery],
    ) -> AsyncIterator[models.FlightSummary]:
        """List flights. Returns flights, the latest first reception first unless `order` is given. Cursors are flight
        ids. Scope of an API key: `read`.
        """
        return self._pages("/v1/flights", query, items_max, on_page)

    async def read_flight(
        self,
        id: str,
    ) -> models.Flight:
        """Get a flight. Returns one flight by the `flightId` of a message, with its airframe and latest positions.
        Scope of an API key: `read`.
        """
        return await self._call("GET", f"/v1/flights/{part(id)}", {})

    async def read_flight_facts(
        self,
        id: str,
    ) -> models.ReadFlightFacts:
        """Get the facts of a flight. Returns what messages say about a flight, with the messages that report it. It
        stays when they have expired. Scope of an API key: `read`.
        """
        return await self._call("GET", f"/v1/flights/{part(id)}/facts", {})

    def list_flight_messages(
        self,
        id: str,
        *,
        items_max: int | None = 1000,
        on_page: OnPage | None = None,
        **query: Unpack[models.ListAirframeMessagesQuery],
    ) -> AsyncIterator[models.ReadMessage]:
        """List a flight's messages. Returns the flight's messages, newest first. Cursors are message ids. Scope of an
        API key: `read`.
        """
        return self._pages(f"/v1/flights/{part(id)}/messages", query, items_max, on_page)

    async def read_flight_track(
        self,
        id: str,
    ) -> list[models.ReadFlightTrack]:
        """Get a flight's track. Returns the positions that messages of the flight report, in the order in which the
        airframe was there: the latest 2000, once per transmission. Scope of an API key: `read`.
        """
        return await self._call("GET", f"/v1/flights/{part(id)}/track", {})

    def list_ground_stations(
        self,
        *,
        items_max: int | None = 1000,
        on_page: OnPage | None = None,
        **query: Unpack[models.ListGroundStationsQuery],
    ) -> AsyncIterator[models.ListGroundStations]:
        """List ground stations. Returns the ground stations of HFDL, VDL2 and Inmarsat that were received or are
        known from the system table of HFDL, by descending id unless `order` is given. Cursors are ground station
        ids. What unproven stations send can be wrong. Scope of an API key: `read`.
        """
        return self._pages("/v1/ground-stations", query, items_max, on_page)

    async def read_ground_station(
        self,
        id: str,
    ) -> models.ReadGroundStation:
        """Get a ground station. Returns one ground station with the stations that received it. Scope of an API key:
        `read`.
        """
        return await self._call("GET", f"/v1/ground-stations/{part(id)}", {})

    async def read_own_network(
        self,
        **query: Unpack[models.ReadFeedingQuery],
    ) -> models.ReadOwnNetwork:
        """List the stations in your network. Returns the stations whose messages came from the network of your
        address (IPv6: the /64) in the last 7 days, and what was refused. It needs no credential: feeders see by it
        whether their messages arrive. Hidden stations are not included, and requests of pages of other origins are
        refused. A response is a few seconds old at most. Poll every 5 seconds; an address may send 60 requests a
        minute. Addresses are compared by keyed hashes, and never stored.
        """
        return await self._call("GET", "/v1/heard", query)

    async def list_active_channels(
        self,
        **query: Unpack[models.ListActiveChannelsQuery],
    ) -> models.ListActiveChannels:
        """List active channels of HFDL. Returns the channels that squitters name as active, and those on which
        stations have received something in the last minutes, with the evidence. With a position, those come first
        that are most likely received there. What unproven stations send can be wrong. Scope of an API key: `read`.
        """
        return await self._call("GET", "/v1/hf/active", query)

    async def list_followed_ground_stations(
        self,
    ) -> models.ListFollowedGroundStations:
        """List active frequencies for receivers. Returns ground stations with their active frequencies in the form of
        `https://api.airframes.io/hfdl/ground-stations`, which programs like HFDL Observer follow. It needs no key
        and is at most 10 seconds old.
        """
        return await self._call("GET", "/v1/hf/ground-stations", {})

    async def list_keys(
        self,
    ) -> list[models.ListKeys]:
        """List API keys. Returns the account's active keys, newest first. Scope of an API key: `read`."""
        return await self._call("GET", "/v1/keys", {})

    async def issue_key(
        self,
        *,
        body: models.IssueKeyBody,
    ) -> models.IssueKey:
        """Issue an API key. Issues an API key. For the tier `feeder` the account needs a station that is visible, is
        active, and was first received at least seven days ago; for the tier `starter` any station of its own. The
        key is returned only once, in this response. On the web page, it requires a sign-in within the last 10
        minutes. Scope of an API key: `manage`.
        """
        return await self._call("POST", "/v1/keys", {}, body)

    async def revoke_key(
        self,
        id: str,
    ) -> None:
        """Revoke an API key. Revokes a key permanently, together with the sessions that were opened with it. Open
        connections are closed within five seconds. Scope of an API key: `manage`.
        """
        await self._call("DELETE", f"/v1/keys/{part(id)}", {})

    async def list_labels(
        self,
    ) -> list[models.ListLabels]:
        """List labels. Returns the labels whose meaning is known, by label. Scope of an API key: `read`."""
        return await self._call("GET", "/v1/labels", {})

    async def read_limits(
        self,
    ) -> models.ReadLimits:
        """Get rate limits. Returns the limits that apply to the credential, and how much is left of them. Scope of an
        API key: `read`.
        """
        return await self._call("GET", "/v1/limits", {})

    async def look_up(
        self,
        *,
        q: str,
    ) -> list[models.LookUp]:
        """Find what a text names. Returns what a text may mean, the best match first: at most 8 targets. A text that
        names nothing known is answered with an empty array. Scope of an API key: `read`.
        """
        return await self._call("GET", "/v1/lookup", {"q": q})

    async def read_me(
        self,
    ) -> models.ReadMe:
        """Get the current account. Returns the account that the API key or session belongs to, its tier, and whether
        it may issue itself feeder keys. Scope of an API key: `read`.
        """
        return await self._call("GET", "/v1/me", {})

    def list_messages(
        self,
        *,
        items_max: int | None = 1000,
        on_page: OnPage | None = None,
        **query: Unpack[models.ListMessagesQuery],
    ) -> AsyncIterator[models.ReadMessage]:
        """List messages. Returns messages, newest first, in pages linked by the header `Link`. Without a filter, a
        time range or a cursor, it returns messages of the last 24 hours. Filters are combined with AND. `label`,
        `exclude_label` and `source_type` take several values, separated by commas. `since` and `until` refer to
        the time at which the service received a message. `text` matches a part of the text, case-insensitive. With
        `flight`, `tail`, `icao` or `airframe`, with `station` or `label` alone, or with `since`, a page is
        searched for in all stored messages. Otherwise 7 days are searched from the cursor on. If the search ended
        early, because of that limit or because it took too long, the header `X-Searched-Since` tells how far it
        got: the page may then contain fewer messages than `limit`, or none, and `next` continues from there. If
        even the first hours take too long, the response is 503; narrow the time range then. To follow new
        messages, use the link `prev`, which is `after` the newest message: each page continues where the one
        before it ended. These pages stay 5 seconds behind the present, and behind messages that are not stored
        yet, so that none is skipped; the first one may repeat messages of the list before it. Messages that could
        not be stored for longer, because a part of the service was unavailable, may appear further back; `since`
        finds them. `include` adds members to each message, separated by commas: `raw` (the decoder's object as
        text, kept for a few days), `tree` (what the decoder program decoded, by application), `station`,
        `airframe`, `flight` and `receptions` (the stations that received the same transmission, with level and
        delay). Members without a value are `null`. Scope of an API key: `read`.
        """
        return self._pages("/v1/messages", query, items_max, on_page)

    async def read_message(
        self,
        id: str,
        **query: Unpack[models.ReadMessageQuery],
    ) -> models.ReadMessage:
        """Get a message. Returns one message. `include` adds members to each message, separated by commas: `raw` (the
        decoder's object as text, kept for a few days), `tree` (what the decoder program decoded, by application),
        `station`, `airframe`, `flight` and `receptions` (the stations that received the same transmission, with
        level and delay). Members without a value are `null`. Scope of an API key: `read`.
        """
        return await self._call("GET", f"/v1/messages/{part(id)}", query)

    async def read_conversation(
        self,
        id: str,
        **query: Unpack[models.ReadMessageQuery],
    ) -> models.ReadConversation:
        """Get the conversation of a message. Returns the uplinks and downlinks that belong together with a message,
        oldest first, one reception of each transmission: the replies by CPDLC message reference, by label (a
        request for a clearance, the clearance, its readback) or by the text of an H1 message; the reports of an
        ADS-C contract; the blocks of a message; and the acknowledgements of these. Messages of the same airframe
        are searched, 30 minutes before and after, and at most 100 are returned. `include` adds members to each
        message, separated by commas: `raw` (the decoder's object as text, kept for a few days), `tree` (what the
        decoder program decoded, by application), `station`, `airframe`, `flight` and `receptions` (the stations
        that received the same transmission, with level and delay). Members without a value are `null`. Scope of an
        API key: `read`.
        """
        return await self._call("GET", f"/v1/messages/{part(id)}/conversation", query)

    async def list_positions(
        self,
        **query: Unpack[models.ListPositionsQuery],
    ) -> list[models.ListPositions]:
        """List the newest positions. Returns the newest position of each airframe, the newest first, at most 5000: of
        all positions, or of those that match the filters, which compare the newest messages with a position that
        each station received of the airframe, by source type and application. `bbox`, `text` and `q` select by the
        newest position. An airframe is left out while it cannot have flown to its newest position from the one
        that its flight shows: at most 1,300 knots, and 30 nautical miles more. Positions without a flight are not
        compared. Scope of an API key: `read`.
        """
        return await self._call("GET", "/v1/positions", query)

    async def read_propagation(
        self,
        **query: Unpack[models.ReadPropagationQuery],
    ) -> models.ReadPropagation:
        """Get propagation on HF. Returns what was received of HFDL by ground station, frequency and hour, and
        messages by band and height of the sun. Counts follow the messages by a few minutes. Scope of an API key:
        `read`.
        """
        return await self._call("GET", "/v1/propagation", query)

    async def read_push_key(
        self,
    ) -> models.ReadPushKey:
        """Read the key of push messages. Returns the key with which a browser subscribes to push messages of this
        service (VAPID). Scope of an API key: `read`.
        """
        return await self._call("GET", "/v1/push-key", {})

    async def read_quiet_hours(
        self,
    ) -> models.ReadQuietHours:
        """Read quiet hours. Returns the hours in which nothing is sent to you besides the page. Scope of an API key:
        `read`.
        """
        return await self._call("GET", "/v1/quiet-hours", {})

    async def set_quiet_hours(
        self,
        *,
        body: models.SetQuietHoursBody,
    ) -> None:
        """Set quiet hours. Sets hours in which no destination gets anything, and no mail about alert rules is sent.
        Scope of an API key: `manage`.
        """
        await self._call("PUT", "/v1/quiet-hours", {}, body)

    async def remove_quiet_hours(
        self,
    ) -> None:
        """Remove quiet hours. From now on everything is sent at once. Repeating it has no effect. Scope of an API
        key: `manage`.
        """
        await self._call("DELETE", "/v1/quiet-hours", {})

    async def list_receipts(
        self,
        *,
        station: int,
        **query: Unpack[models.ListReceiptsQuery],
    ) -> models.ListReceipts:
        """List a station's receipts. Returns, for each minute of a station, how many messages were stored and a
        digest of their ids, so that a client can prove that its copy is complete, or find the minute that has a
        hole. A minute is sealed 90 seconds after its end; then count and digest never change. At most a day at a
        time. Scope of an API key: `read`.
        """
        return await self._call("GET", "/v1/receipts", {"station": station, **query})

    async def read_route(
        self,
        callsign: str,
        **query: Unpack[models.ReadRouteQuery],
    ) -> models.ReadRoute:
        """Get the route of a callsign. Returns where the flight comes from and goes to that flies under a callsign:
        from its messages, else as its flights usually did. Needs no credential; requests are limited per address.
        """
        return await self._call("GET", f"/v1/routes/{part(callsign)}", query)

    async def read_route_files_manifest(
        self,
    ) -> models.ReadRouteFilesManifest:
        """Describe the files of usual routes. Returns when the files of usual routes were made, how many routes they
        have, the terms of use, and the size and SHA-256 of each file. Needs no credential; requests are limited
        per address.
        """
        return await self._call("GET", "/v1/routes/files/manifest.json", {})

    async def read_setup(
        self,
    ) -> models.ReadSetup:
        """Read whether the service waits for its set-up. Returns whether no account may operate the service. Then its
        log has a code, with which `POST /v1/setup` makes the account of the first operator.
        """
        return await self._call("GET", "/v1/setup", {})

    def list_stations(
        self,
        *,
        items_max: int | None = 1000,
        on_page: OnPage | None = None,
        **query: Unpack[models.ListStationsQuery],
    ) -> AsyncIterator[models.ListedStation]:
        """List stations. Returns visible stations, newest first unless `order` is given. Cursors are station ids.
        With `mine=true` it returns your own stations, hidden ones included. Scope of an API key: `read`.
        """
        return self._pages("/v1/stations", query, items_max, on_page)

    async def read_station(
        self,
        id: int,
    ) -> models.Station:
        """Get a station. Returns one station. A hidden station is found only by its owner, who also sees its
        settings. Scope of an API key: `read`.
        """
        return await self._call("GET", f"/v1/stations/{part(id)}", {})

    async def change_station(
        self,
        id: int,
        *,
        body: models.ChangeStationBody,
    ) -> models.Station:
        """Update a station. Changes the position and the settings of one of your stations. The key policy `required`
        needs a proven claim (403 before). Scope of an API key: `manage`.
        """
        return await self._call("PATCH", f"/v1/stations/{part(id)}", {}, body)

    async def claim_station(
        self,
        id: int,
        *,
        body: models.ClaimStationBody | None = None,
    ) -> models.ListClaims:
        """Claim a station. Requests ownership of a station that is visible, sends messages, and has no owner who has
        proven it. With `prove`, the network of your address (IPv6: the /64) speaks for the claim. How many
        messages it sent says nothing; it proves the claim if it sent under the ident in at least 72 hours, on at
        least 3 days and in 90 % of the hours in which anybody sent, and if no other network sent before. Within
        the first three days of a station, the claim of the network that sent first is `provisional` at once: the
        station is yours, with its feed, statistics and a starter key. The key policy `required`, a transfer and an
        erasure wait for the proof, which comes by itself, within an hour of the hours that it needs. To prove a
        claim from another machine in that network, use `POST /v1/stations/:id/claim/code`. Otherwise the claim is
        `pending`, and the operator of the service decides, so describe in `note` what only the station's owner
        knows. A claim that waits for more hours only is approved when they are complete. There is no deadline, and
        a claim does not expire. Claiming the station again returns the same claim. An account may have ten pending
        claims. If the claim is `approved`, the station belongs to the account: its messages arrive as
        `feed:message` within seconds, and it counts for a feeder key. If it is `rejected`, you may claim the
        station again; a provisional owner loses it. Decisions are reported by a notification of type
        `claim.decided` and by `GET /v1/claims`. If several accounts claim the same station, at most one claim is
        approved, and the claims of others do not delay a proof. Scope of an API key: `manage`.
        """
        return await self._call("POST", f"/v1/stations/{part(id)}/claim", {}, body)

    async def issue_claim_code(
        self,
        id: int,
    ) -> models.IssueClaimCode:
        """Issue a claim code. Claims a station, if you have not done so, and issues a code that proves the claim as
        `prove` does: open `url` by POST from the network of the station's feeder, for example with curl on its
        machine. The code is valid for 15 minutes and succeeds once. An earlier code of the claim becomes invalid.
        Scope of an API key: `manage`.
        """
        return await self._call("POST", f"/v1/stations/{part(id)}/claim/code", {})

    async def read_station_coverage(
        self,
        id: int,
    ) -> models.ReadStationCoverage:
        """Get a station's coverage. Returns how far a station received in the last 7 days, by direction. Positions
        that its kind of link cannot reach by line of sight are left out. It is at most ten minutes old. Scope of
        an API key: `read`.
        """
        return await self._call("GET", f"/v1/stations/{part(id)}/coverage", {})

    async def read_station_cells(
        self,
        id: int,
    ) -> models.ReadCoverageCells:
        """Get a station's coverage as cells. Returns where the aircraft were that a station received in the last 7
        days, as GeoJSON with cells of H3: of resolution 5 (about 250 km²), or of a lower one if they are far apart
        or more than 2,000. Positions that its kind of link cannot reach by line of sight are left out. Counts
        follow the messages by up to fifteen minutes. Scope of an API key: `read`.
        """
        return await self._call("GET", f"/v1/stations/{part(id)}/coverage/cells", {})

    async def read_station_gaps(
        self,
        id: int,
    ) -> models.ReadStationGaps:
        """Get a station's gaps. Returns the hours of the last 7 days with and without messages of a station. Scope of
        an API key: `read`.
        """
        return await self._call("GET", f"/v1/stations/{part(id)}/gaps", {})

    async def list_station_keys(
        self,
        id: int,
    ) -> list[models.ListStationKeys]:
        """List a station's keys. Returns the active keys of one of your stations, newest first. Scope of an API key:
        `read`.
        """
        return await self._call("GET", f"/v1/stations/{part(id)}/keys", {})

    async def issue_station_key(
        self,
        id: int,
        *,
        body: models.IssueStationKeyBody | None = None,
    ) -> models.IssueStationKey:
        """Issue a station key. Issues a key by which one of your stations proves its messages. Over UDP and TCP, set
        the ident of the decoder to `ident~key`. Over HTTP, send the header `X-Station-Key`. The key is removed
        from each message before it is stored. As soon as a station has a key, its messages have `authenticated:
        true` if they were sent with a valid key, and `authenticated: false` otherwise. Set `keyPolicy` to
        `required` to refuse messages without a valid key. A station may have five active keys, so that a key can
        be replaced while it is in use. On the web page, it requires a sign-in within the last 10 minutes. Scope of
        an API key: `manage`.
        """
        return await self._call("POST", f"/v1/stations/{part(id)}/keys", {}, body)

    async def revoke_station_key(
        self,
        id: int,
        key_id: str,
    ) -> None:
        """Revoke a station key. Revokes a key of one of your stations permanently. Within seconds, messages that are
        sent with it are no longer proven. Scope of an API key: `manage`.
        """
        await self._call("DELETE", f"/v1/stations/{part(id)}/keys/{part(key_id)}", {})

    def list_station_messages(
        self,
        id: int,
        *,
        items_max: int | None = 1000,
        on_page: OnPage | None = None,
        **query: Unpack[models.ListAirframeMessagesQuery],
    ) -> AsyncIterator[models.ReadMessage]:
        """List a station's messages. Returns the station's messages, newest first. Cursors are message ids. Scope of
        an API key: `read`.
        """
        return self._pages(f"/v1/stations/{part(id)}/messages", query, items_max, on_page)

    async def list_station_rejects(
        self,
        id: int,
    ) -> list[models.ReadOwnNetworkStationsRefused]:
        """List a station's refused objects. Returns what was refused of one of your stations in the last 7 days, by
        reason, the latest first. Objects that name no station, such as text that is not JSON, are not included.
        Scope of an API key: `read`.
        """
        return await self._call("GET", f"/v1/stations/{part(id)}/rejects", {})

    async def read_station_stats(
        self,
        id: int,
        **query: Unpack[models.ReadStationStatsQuery],
    ) -> models.StationStats:
        """Get station statistics. Returns the number of messages of a station by hour (up to 31 days) or by day (up
        to 366 days). Scope of an API key: `read`.
        """
        return await self._call("GET", f"/v1/stations/{part(id)}/stats", query)

    async def read_station_status(
        self,
        id: int,
    ) -> models.StationStatus:
        """Get a station's status. Returns whether a station is online, its traffic compared with the usual one, and
        its decoders. Scope of an API key: `read`.
        """
        return await self._call("GET", f"/v1/stations/{part(id)}/status", {})

    async def read_stats(
        self,
        **query: Unpack[models.ReadStatsQuery],
    ) -> models.Stats:
        """Get service statistics. Returns counts of stations, airframes, flights and messages of the whole service.
        With `by` it also returns messages by label, airline, application, frequency or source type. Scope of an
        API key: `read`.
        """
        return await self._call("GET", "/v1/stats", query)

    async def read_undecoded(
        self,
        **query: Unpack[models.ReadUndecodedQuery],
    ) -> models.ReadUndecoded:
        """List texts that nothing reads. Returns how many messages have texts that neither a decoder program nor the
        service has read, by label and layout, with samples. Counts are some minutes old.
        `/v1/messages/export?decoded=none` returns the texts themselves. Scope of an API key: `read`.
        """
        return await self._call("GET", "/v1/stats/undecoded", query)

    async def read_status(
        self,
    ) -> models.ReadStatus:
        """Get the service status. Returns whether the service's databases answer, and how far the stages that a
        message passes are behind; also the size of the journals, the difference of the clocks, and how long test
        messages take.
        """
        return await self._call("GET", "/v1/status", {})

    async def read_status_days(
        self,
    ) -> models.ReadStatusDays:
        """Get the service status by day. Returns how many canary messages arrived on each day: the service sends one
        to itself every ten seconds, as a feeder does. It is answered also while Postgres does not answer.
        """
        return await self._call("GET", "/v1/status/days", {})

    async def read_streams(
        self,
    ) -> models.ReadStreams:
        """Get firehose statistics. Returns the sampling fraction of the firehose, its budget and its current rates.
        Scope of an API key: `read`.
        """
        return await self._call("GET", "/v1/streams", {})

    async def list_transfers(
        self,
    ) -> list[models.ListTransfers]:
        """List station transfers. Returns the transfers that wait, from you and to you, newest first. Scope of an API
        key: `read`.
        """
        return await self._call("GET", "/v1/transfers", {})

    async def end_transfer(
        self,
        id: str,
    ) -> None:
        """Withdraw or decline a transfer. Ends a transfer that has not taken effect: the owner withdraws it, or the
        other user declines it. The owner is notified if the other user declines it; after it was accepted, the one
        who has not ended it is notified. Scope of an API key: `manage`.
        """
        await self._call("DELETE", f"/v1/transfers/{part(id)}", {})

    async def list_vdl_channels(
        self,
        **query: Unpack[models.ListVdlChannelsQuery],
    ) -> models.ListVdlChannels:
        """Get the load of VDL channels. Returns what was received of VDL by frequency and hour. Counts follow the
        messages by a few minutes. Scope of an API key: `read`.
        """
        return await self._call("GET", "/v1/vdl/channels", query)

    async def list_vdl_handovers(
        self,
        **query: Unpack[models.ListVdlHandoversQuery],
    ) -> models.ListVdlHandovers:
        """List hand-overs between VDL ground stations. Returns how often aircraft went on from one ground station of
        VDL to another, with at most 30 minutes between the messages. Scope of an API key: `read`.
        """
        return await self._call("GET", "/v1/vdl/handovers", query)

    async def list_vdl_reach(
        self,
        **query: Unpack[models.ListVdlHandoversQuery],
    ) -> models.ListVdlReach:
        """Get the reach of VDL ground stations. Returns how far aircraft were from the ground station of VDL with
        which they exchanged messages, for ground stations and aircraft whose position is known. Distances beyond
        the horizon of VHF are left out. Scope of an API key: `read`.
        """
        return await self._call("GET", "/v1/vdl/reach", query)
