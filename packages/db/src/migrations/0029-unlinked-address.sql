-- Finds messages by the address of their aircraft if they have no airframe. Nearly all that have an
-- address have one, so the index stays almost empty.
create index messages_unlinked_address
  on messages ((case link_direction when 'uplink' then to_hex else from_hex end), id)
  where airframe_id is null
    and case link_direction when 'uplink' then to_hex else from_hex end is not null;
