-- Work orders. Every order-owned table leads its primary key with workorder_id, the distribution key of a sharded database;
-- no triggers, sequences or advisory locks on the hot path. Locks are taken in one order: order, trace, inbox.

-- Published definitions never change: an order stays on the version it began with.
create table process_definitions (
  id text primary key,
  key text not null,
  version integer not null,
  name text not null,
  xml text not null,
  definition jsonb not null,
  published_at timestamptz not null,
  published_by text not null,
  unique (key, version)
);
create table form_definitions (
  id text primary key,
  code text not null,
  version integer not null,
  name text not null,
  model jsonb not null,
  published_at timestamptz not null,
  published_by text not null,
  unique (code, version)
);
create table business_categories (
  id text primary key,
  name text not null,
  sort_by integer not null default 0
);
-- A row is one published version of an item; `current` marks the one that can be started.
create table business_items (
  id text primary key,
  task_code text not null,
  version integer not null,
  current boolean not null,
  name text not null,
  category_id text not null references business_categories (id),
  summary text not null,
  guide text not null,
  org_id text not null references organisations (id),
  area_code text not null,
  process_definition_id text not null references process_definitions (id),
  form_definition_ids text[] not null,
  -- Field ids of the form that give the order its title, first non-empty one wins.
  title_fields text[] not null default '{}',
  duplicate_check boolean not null,
  sort_by integer not null default 0,
  published_at timestamptz not null,
  unique (task_code, version)
);
create unique index business_items_current on business_items (task_code) where current;

-- Next number of the public code of each year: `2026` + 000001.
create table order_counters (
  year integer primary key,
  last integer not null
);

-- What lists show. `state` lives apart, so that the row stays narrow.
create table work_orders (
  id uuid primary key,
  code text not null unique,
  business_item_id text not null references business_items (id),
  task_code text not null,
  item_name text not null,
  title text not null,
  applicant_name text not null,
  process_definition_id text not null,
  status smallint not null,
  rollback_status smallint not null,
  result_code integer,
  initiator_id text not null,
  initiator_name text not null,
  org_id text not null,
  org_name text not null,
  area_code text not null,
  area_name text not null,
  started_at timestamptz not null,
  updated_at timestamptz not null,
  ended_at timestamptz,
  due_at timestamptz,
  due_provisional boolean not null default false,
  urge_count integer not null default 0
) with (fillfactor = 85);
-- No index here names a column that actions change, so that an update stays on its page.
create index work_orders_code_prefix on work_orders (code text_pattern_ops);
create index work_orders_initiated on work_orders (initiator_id, started_at desc, id desc);
create index work_orders_org on work_orders (org_id, started_at desc, id desc);

-- The folded state and what the next decision needs; an update here touches no index.
create table work_order_states (
  workorder_id uuid primary key,
  process_definition_id text not null,
  version integer not null,
  state jsonb not null,
  -- Ledger of the order's time limit; null without a limit.
  clock jsonb,
  audit_seq integer not null,
  audit_hash text not null
) with (fillfactor = 60);

-- One row per action: the events that its decision left; folding them in order gives the state.
create table work_order_events (
  workorder_id uuid not null,
  -- Version of the order after the action.
  version integer not null,
  action text not null,
  actor_id text not null,
  at timestamptz not null,
  events jsonb not null,
  primary key (workorder_id, version)
);

create table work_order_applicants (
  workorder_id uuid primary key,
  name text not null,
  sex text not null,
  cert_category text not null,
  cert_code_sealed text not null,
  cert_code_digest text not null,
  mobile_sealed text not null,
  mobile_digest text not null,
  region text[] not null,
  details_sealed text not null,
  applicant_type text not null
);
create index work_order_applicants_cert on work_order_applicants (cert_code_digest);

-- At most one unfinished order per applicant and item, where the item asks for it: the last word in a race.
create table unfinished_applications (
  task_code text not null,
  cert_code_digest text not null,
  workorder_id uuid not null,
  primary key (task_code, cert_code_digest)
);
create index unfinished_applications_order on unfinished_applications (workorder_id);

create table work_order_forms (
  workorder_id uuid not null,
  form_code text not null,
  form_definition_id text not null,
  content jsonb not null,
  updated_at timestamptz not null,
  primary key (workorder_id, form_code)
);

-- One row per visit of a node that waits for a person; `number` is the task's number in the state, gapless per order.
create table traces (
  workorder_id uuid not null,
  number integer not null,
  node_id text not null,
  node_name text not null,
  candidates text[] not null,
  candidate_names text[] not null,
  -- 0 in progress, 1 complete (S1 §4).
  handler_status smallint not null,
  handler_operation smallint,
  outcome text,
  act_name text not null default '',
  handler_id text,
  handler_name text not null default '',
  handler_org_name text not null default '',
  opinion text not null default '',
  remark text not null default '',
  started_at timestamptz not null,
  ended_at timestamptz,
  updated_at timestamptz not null,
  due_at timestamptz,
  due_provisional boolean not null default false,
  primary key (workorder_id, number)
);

-- Acts on the order that visit no node: withdraw and recall now; urge, copy and messages join them.
create table work_order_records (
  workorder_id uuid not null,
  number integer not null,
  handler_operation smallint not null,
  act_name text not null,
  handler_id text not null,
  handler_name text not null,
  handler_org_name text not null,
  opinion text not null,
  remark text not null default '',
  at timestamptz not null,
  primary key (workorder_id, number)
);

-- The to-do list: one row per open task and candidate key. A page is an index-only scan; details are looked up after.
create table inbox (
  workorder_id uuid not null,
  number integer not null,
  key text not null,
  arrived_at timestamptz not null,
  due_at timestamptz,
  task_code text not null,
  area_code text not null,
  primary key (workorder_id, number, key)
);
create index inbox_newest on inbox (key, arrived_at desc, workorder_id desc, number desc);
create index inbox_due on inbox (key, due_at, workorder_id, number);
create index inbox_item on inbox (key, task_code, arrived_at desc, workorder_id desc, number desc);

-- The done list: one row per order and person, at the last time they acted.
create table done_entries (
  workorder_id uuid not null,
  staff_id text not null,
  number integer not null,
  node_name text not null,
  handled_at timestamptz not null,
  primary key (workorder_id, staff_id)
);
create index done_entries_newest on done_entries (staff_id, handled_at desc, workorder_id desc);

-- Pairs of characters of code, title and applicant; written once, so that actions never touch the index.
create table work_order_search (
  workorder_id uuid primary key,
  grams text[] not null
);
create index work_order_search_grams on work_order_search using gin (grams);

-- A draft holds what a person typed before anything was checked, so all of it is sealed.
create table drafts (
  id uuid primary key,
  staff_id text not null,
  task_code text not null,
  business_item_id text not null,
  item_name text not null,
  title text not null,
  content_sealed text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index drafts_staff on drafts (staff_id, updated_at desc, id desc);

create table opinions (
  id uuid primary key,
  staff_id text not null,
  content text not null,
  sort_by integer not null,
  updated_at timestamptz not null
);
create index opinions_staff on opinions (staff_id, sort_by);
