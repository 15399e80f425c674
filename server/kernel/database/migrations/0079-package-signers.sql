-- Offices whose packages somebody compared by their fingerprint and took in (decision 0176).
create table package_signers (
  fingerprint text primary key,
  office text not null,
  confirmed_by text not null,
  confirmed_at timestamptz not null
);
