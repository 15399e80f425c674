-- After a fork one person may be called to two tasks of one order: what they are told names the task, so that it leads to
-- that one and is settled with that one. Messages of before name none.
alter table messages add column task_number integer;
create index messages_of_order on messages (workorder_id) where read_at is null;
