-- What this database is: of the demo or of an office. Written at the first start and never changed.
create table installation (
  one boolean primary key default true check (one),
  mode text not null check (mode in ('demo', 'production')),
  marked_at timestamptz not null
);

-- Which keys the database needs, by their fingerprints; the keys themselves are files.
create table installation_keys (
  name text not null,
  fingerprint text not null,
  noted_at timestamptz not null,
  primary key (name, fingerprint)
);

-- Whose password is known not to be the one of the demo: a digest of the hash that was looked at. A new password has
-- another hash, so that it is looked at again.
create table cleared_passwords (
  staff_id text primary key references staff (id) on delete cascade,
  hash_digest text not null
);
