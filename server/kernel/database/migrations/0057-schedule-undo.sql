-- A deleted entry rests for some minutes, in which its person may take it back as it was: with its id, and with what was
-- told of it. After that it goes for good.
alter table schedule_entries add column deleted_at timestamptz;
create index schedule_entries_deleted on schedule_entries (deleted_at) where deleted_at is not null;
