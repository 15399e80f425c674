-- Pictures of the first editor (category 02, S2 §7): anybody sees them who has their address, no order takes them, and
-- the clean-up leaves them.
alter table files add column is_public boolean not null default false;
