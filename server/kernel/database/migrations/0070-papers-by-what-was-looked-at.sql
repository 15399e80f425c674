-- A paper that was confirmed goes on under another id. Whoever never heard the answer knows it by the one that was looked
-- at: confirming it again is no fault, and throwing it away reaches it (docs/decisions/0160).
alter table order_documents add column looked_at_id text;
create index order_documents_looked_at on order_documents (looked_at_id) where looked_at_id is not null;
