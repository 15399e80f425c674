-- Repeat petitions, links between petitions, 复查 and 复核 (docs/decisions/0234).

-- A link from the later order to the earlier one. A removed link stays, with the reason.
create table petition_links (
  id uuid primary key,
  kind text not null,
  later_id uuid not null,
  earlier_id uuid not null,
  note text not null,
  made_at timestamptz not null,
  made_by text not null,
  made_by_name text not null,
  removed_at timestamptz,
  removed_by text,
  removal_reason text
);
create unique index petition_links_orders on petition_links (later_id, earlier_id) where removed_at is null;
create index petition_links_earlier on petition_links (earlier_id) where removed_at is null;
-- Of two requests for the next stage of an order one wins.
create unique index petition_links_stage on petition_links (earlier_id)
  where removed_at is null and kind in ('review', 'recheck');

-- What the person who registered a petition made of the similar ones that were found.
create table petition_judgements (
  workorder_id uuid primary key,
  result text not null,
  new_facts text not null,
  judged_at timestamptz not null,
  judged_by_name text not null
);

-- The people of a joint petition, in the order of the list; a new list replaces it.
create table joint_petitioners (
  workorder_id uuid not null,
  number integer not null,
  name text not null,
  cert_code_sealed text not null,
  cert_code_digest text not null,
  mobile_sealed text not null,
  is_representative boolean not null,
  primary key (workorder_id, number)
);
create index joint_petitioners_cert on joint_petitioners (cert_code_digest) where cert_code_digest <> '';
