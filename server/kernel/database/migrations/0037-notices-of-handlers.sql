-- What a handler has told with an action waits beside it, and is gone with the entry when it is sent: so it is sent once.
alter table work_order_outbox add column notice jsonb;
