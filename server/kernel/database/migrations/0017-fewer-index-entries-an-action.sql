-- A trace is written when its task opens and once more when it ends: with room on its page the second needs no index.
alter table traces set (fillfactor = 80);

-- Keys are written in the order of time and only asked by time when old ones are dropped: ranges of pages are enough.
drop index idempotency_keys_created;
create index idempotency_keys_created on idempotency_keys using brin (created_at) with (pages_per_range = 16);

-- What was done to one order stands in the order's own chain, so the index by object is for everything else.
drop index audit_links_object;
create index audit_links_object on audit_links (object_kind, object_id, at desc) where object_kind <> 'work-order';
