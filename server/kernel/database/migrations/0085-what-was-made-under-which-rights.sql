-- The organisation and the rights under which an export was written: who has moved or lost one of them gets it no more.
-- Null for one of an earlier version, of which nobody can tell.
alter table exports add column made_under text[];
-- The orders whose files were put together into this one: its maker reads it as long as all of them.
alter table files add column made_of text[];
