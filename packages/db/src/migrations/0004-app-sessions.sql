-- What signed-in users have on the realtime interface: chat, blocks, notifications.

-- Shut out of chat, presence and notifications; keys and the own feed stay.
alter table accounts add column banned_at timestamptz;
create index accounts_shut_out on accounts (greatest(ended_at, banned_at))
  where ended_at is not null or banned_at is not null;

-- Session tokens that no longer count, until they would have run out anyway.
create table revoked_tokens (
  token_id text primary key check (length(token_id) between 1 and 128),
  revoked_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index revoked_tokens_time on revoked_tokens (revoked_at);

create table chat_messages (
  id uuid primary key,
  sender_id uuid not null references accounts (id),
  recipient_id uuid not null references accounts (id),
  body text not null,
  -- The sender's own name for it: what comes again under it is the same message.
  client_id text check (length(client_id) between 1 and 64),
  created_at timestamptz not null default now(),
  check (sender_id <> recipient_id)
);
create unique index chat_messages_client on chat_messages (sender_id, client_id)
  where client_id is not null;
create index chat_messages_time on chat_messages (created_at);
create index chat_messages_thread on chat_messages
  (least(sender_id, recipient_id), greatest(sender_id, recipient_id), id);

-- One row for each side of a thread.
create table chat_threads (
  user_id uuid not null references accounts (id),
  partner_id uuid not null references accounts (id),
  last_message_id uuid not null,
  -- Until when its user has read it.
  read_at timestamptz,
  primary key (user_id, partner_id)
);

-- Whom a user wants neither to hear from nor to be seen by.
create table chat_blocks (
  user_id uuid not null references accounts (id),
  blocked_id uuid not null references accounts (id),
  created_at timestamptz not null default now(),
  primary key (user_id, blocked_id)
);
create index chat_blocks_blocked on chat_blocks (blocked_id);

create table notifications (
  id uuid primary key,
  user_id uuid not null references accounts (id),
  type text not null,
  -- What it is about, where one that hasn't been read is enough.
  subject text,
  title text not null,
  body text not null,
  data jsonb not null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  -- When a gateway with a session of the user took it to be pushed.
  pushed_at timestamptz
);
create index notifications_user on notifications (user_id, id);
create unique index notifications_subject on notifications (user_id, type, subject)
  where read_at is null and subject is not null;
create index notifications_unpushed on notifications (user_id, id) where pushed_at is null;
