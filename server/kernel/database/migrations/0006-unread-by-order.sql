-- What was said of an order is read by itself once its task is done; this finds it.
create index messages_unread_by_order on messages (workorder_id) where read_at is null and workorder_id is not null;
