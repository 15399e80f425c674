-- Payments of orders (docs/decisions/0235). All amounts are whole fen.

-- The last number of an order of payment (缴款书) of a month.
create table payment_counters (
  month text primary key,
  last integer not null
);

create table payments (
  id uuid primary key,
  -- 缴款书号.
  number text not null unique,
  workorder_id uuid not null references work_orders (id) on delete cascade,
  -- The side record of the order from which it was made.
  record_number integer not null,
  payer text not null,
  -- Fee items with the values of the time when it was made.
  lines jsonb not null,
  total bigint not null check (total > 0),
  -- Code of the payment notice (S1 §4), derived from the tries and refunds.
  state text not null,
  -- The state that the side record has; a job catches up on the difference.
  announced text not null default '0',
  revoked_at timestamptz,
  created_at timestamptz not null,
  created_by_name text not null,
  changed_at timestamptz not null,
  unique (workorder_id, record_number)
);
create index side_records_of_payments on side_records (opened_at) where kind = 'payment';
create index payments_to_announce on payments (changed_at) where announced <> state;

create table payment_tries (
  id uuid primary key,
  payment_id uuid not null references payments (id) on delete cascade,
  place integer not null,
  gateway text not null,
  out_no text not null unique,
  amount bigint not null check (amount > 0),
  -- opening, open, paid, differs, closed, failed
  state text not null,
  counts boolean not null default false,
  qr_text text not null default '',
  expires_at timestamptz not null,
  transaction_id text not null default '',
  paid bigint not null default 0,
  paid_at timestamptz,
  -- Why it failed, or how it differs.
  fault text not null default '',
  opened_at timestamptz not null,
  opened_by text not null,
  queries integer not null default 0,
  query_at timestamptz,
  unique (payment_id, place)
);
-- Never a second code beside an open one, and never a second payment that counts.
create unique index payment_tries_open on payment_tries (payment_id) where state in ('opening', 'open');
create unique index payment_tries_counting on payment_tries (payment_id) where counts;
create unique index payment_tries_transaction on payment_tries (gateway, transaction_id) where transaction_id <> '';
create index payment_tries_due on payment_tries (query_at) where query_at is not null;
create index payment_tries_paid_at on payment_tries (gateway, paid_at) where paid_at is not null;

create table payment_refunds (
  id uuid primary key,
  try_id uuid not null references payment_tries (id) on delete cascade,
  refund_no text not null unique,
  amount bigint not null check (amount > 0),
  -- requested, pending, abnormal, done, closed, refused
  state text not null,
  -- manual, auto
  type text not null,
  -- 0 to 3 (S1 §4)
  reason integer not null,
  note text not null default '',
  -- True if it was paid back outside the gateway, and is only recorded.
  outside boolean not null default false,
  refund_id text not null default '',
  fault text not null default '',
  requested_at timestamptz not null,
  requested_by text,
  requested_by_name text not null default '',
  done_at timestamptz,
  queries integer not null default 0,
  query_at timestamptz
);
create index payment_refunds_of_try on payment_refunds (try_id);
create index payment_refunds_due on payment_refunds (query_at) where query_at is not null;
create index payment_refunds_done_at on payment_refunds (done_at) where done_at is not null;

-- Notices of the gateway, as they came: stored before they are answered, applied afterwards.
create table payment_notices (
  id uuid primary key,
  gateway text not null,
  -- Empty if it was refused.
  notice_id text not null,
  subject text not null,
  out_no text not null,
  transaction_id text not null,
  reported text not null,
  body text not null,
  headers jsonb not null,
  -- waiting, applied, unmatched, refused
  state text not null,
  fault text not null default '',
  address text not null default '',
  received_at timestamptz not null,
  attempts integer not null default 0,
  due_at timestamptz
);
create unique index payment_notices_once on payment_notices (gateway, notice_id) where state <> 'refused';
create unique index payment_notices_event on payment_notices (gateway, subject, out_no, transaction_id, reported)
  where state <> 'refused';
create index payment_notices_due on payment_notices (due_at) where state = 'waiting';
create index payment_notices_received on payment_notices (received_at);

-- The bill of one day, and its comparison.
create table payment_days (
  gateway text not null,
  day date not null,
  bill jsonb not null,
  digest text not null,
  fetched_at timestamptz not null,
  ours bigint not null,
  theirs bigint not null,
  refunds bigint not null,
  closed_at timestamptz,
  closed_by text not null default '',
  primary key (gateway, day)
);

-- Every movement of the day, as both sides have it.
create table payment_day_rows (
  id uuid primary key,
  gateway text not null,
  day date not null,
  kind text not null,
  type text not null,
  out_no text not null,
  transaction_id text not null,
  ours bigint,
  theirs bigint,
  -- agreed, open, held, settled
  state text not null,
  held_until date,
  note text not null default '',
  handled_at timestamptz,
  handled_by text not null default '',
  found_at timestamptz not null,
  foreign key (gateway, day) references payment_days (gateway, day) on delete cascade,
  unique (gateway, day, type, out_no)
);
create index payment_day_rows_open on payment_day_rows (gateway, day) where state in ('open', 'held');

-- What was done on a day, for the list below it.
create table payment_day_notes (
  id uuid primary key,
  gateway text not null,
  day date not null,
  at timestamptz not null,
  by_name text not null,
  text text not null
);
create index payment_day_notes_of_day on payment_day_notes (gateway, day, at);

-- The built-in simulator, as if it were another system; only in the demo.
create table gateway_twin_payments (
  type text not null,
  out_no text not null,
  for_no text not null default '',
  amount bigint not null,
  state text not null,
  transaction_id text not null,
  expires_at timestamptz,
  at timestamptz not null,
  primary key (type, out_no)
);
create index gateway_twin_payments_at on gateway_twin_payments (at);

-- The matter administrator reconciles; a new database gets permission and entry from the seed.
insert into role_permissions (role_code, permission)
select code, 'payment:reconcile' from roles where code = 'matter-admin'
on conflict do nothing;
insert into menus (id, client_code, code, title, url, icon, parent_id, sort_by)
select 'payments', 'workportal', 'payments', '收费对账', '/payments', 'audit', 'workportal',
  coalesce((select max(sort_by) + 1 from menus where parent_id = 'workportal'), 100)
where exists (select from menus where id = 'workportal')
on conflict do nothing;
insert into role_menus (role_code, menu_id)
select r.code, m.id from roles r, menus m
where r.code = 'matter-admin' and m.code = 'payments' and m.client_code = 'workportal'
on conflict do nothing;
