-- Who somebody is at another issuer of tokens, as the operator has linked it.
create table external_identities (
  issuer text not null check (length(issuer) between 1 and 255),
  subject text not null check (length(subject) between 1 and 255),
  account_id uuid not null references accounts (id),
  created_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create index external_identities_account on external_identities (account_id);
