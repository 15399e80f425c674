-- Express items of orders. Names, telephone numbers and addresses are encrypted.
create table express_items (
  id uuid primary key,
  workorder_id uuid not null references work_orders (id) on delete cascade,
  send_type text not null check (send_type in ('1', '2')),
  -- Null until the carrier gives it, and after the item was cancelled.
  mail_num text unique,
  carrier text not null,
  contents text not null,
  parties_sealed text not null,
  state text not null
    check (state in ('draft', 'ordering', 'refused', 'moving', 'ended', 'silent', 'cancelled')),
  status text not null,
  delivered_at timestamptz,
  is_returned boolean not null default false,
  ordered_at timestamptz not null,
  ordered_by text not null,
  ordered_by_name text not null,
  -- Time of the last change of its state, by the clock of the portal.
  changed_at timestamptz not null,
  -- True if the record of the order does not yet say what the row says.
  unreported boolean not null default false,
  -- When the carrier is asked next; null if it is not asked any more.
  next_ask_at timestamptz,
  asked_at timestamptz,
  failures integer not null default 0,
  fault text not null default ''
);
create index express_items_due on express_items (next_ask_at) where next_ask_at is not null;
create index express_items_draft on express_items (ordered_at) where state = 'draft';
create index express_items_unreported on express_items (changed_at) where unreported;
create index express_items_order on express_items (workorder_id);

-- Events as the carriers sent them. They may come before the portal knows the number of the item.
create table express_events (
  mail_num text not null,
  codes text not null,
  code text not null,
  happened_at timestamptz not null,
  is_voiding boolean not null,
  detail_sealed text not null,
  source text not null check (source in ('push', 'query', 'office')),
  received_at timestamptz not null,
  primary key (mail_num, codes, code, happened_at, is_voiding)
);
create index express_events_received on express_events (received_at);
