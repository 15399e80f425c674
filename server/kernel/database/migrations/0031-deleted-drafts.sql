-- A deleted draft (S1 §4: -1) is kept for a while, so that its owner may restore it.
alter table drafts add column deleted_at timestamptz;
create index drafts_deleted on drafts (deleted_at) where deleted_at is not null;
