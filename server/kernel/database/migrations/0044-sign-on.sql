-- Ways to the unified login that somebody is on (S0 §2): one row for each, taken by the one who comes back in the
-- browser that began.
create table sign_ons (
  state_hash text primary key,
  -- Of what only the browser that began has.
  browser_hash text not null,
  -- What the provider's answer will be checked by; sealed.
  kept_sealed text not null,
  return_address text not null,
  target text not null,
  expires_at timestamptz not null
);
create index sign_ons_expires on sign_ons (expires_at);

-- What the provider's own sign-out asks for; sealed. Null for who came in by password.
alter table sessions add column sign_on_proof_sealed text;
