-- Warnings of time limits, and the cards that the rule of an item demands (docs/decisions/0237).

-- Lights, escalation table and card rule of the item; null for the lights of all items and no warnings.
-- `light_days` has the same lights as days that are left of each limit, for lists.
alter table business_items add column supervision jsonb, add column light_days jsonb;

-- Open orders of items with warnings, by the time of the next look at their limits. Each action puts its order back to the
-- beginning, in the transaction that empties the outbox; an office without warnings has no rows.
create table deadline_watches (
  workorder_id uuid primary key,
  next_at timestamptz not null
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
create index deadline_watches_next on deadline_watches (next_at);

-- Warnings that were sent: one for each limit, due date and level. `number` is the task, 0 for the limit of the whole order.
create table deadline_warnings (
  workorder_id uuid not null,
  number integer not null,
  due_at timestamptz not null,
  -- Row of the escalation table, from 0.
  level smallint not null,
  level_text text not null,
  sent_at timestamptz not null,
  receiver_names text[] not null,
  primary key (workorder_id, number, due_at, level)
);

-- Cards that the rule demands for a late step and that no letter has answered yet (应督未督).
create table demanded_cards (
  workorder_id uuid not null,
  number integer not null,
  card text not null check (card in ('yellow', 'red')),
  due_at timestamptz not null,
  demanded_at timestamptz not null,
  -- Time at which a supervision letter for the order was opened.
  settled_at timestamptz,
  primary key (workorder_id, number, due_at)
);
create index demanded_cards_open on demanded_cards (demanded_at desc, workorder_id, number) where settled_at is null;

-- Letters are also listed when they are settled.
create index side_records_letters on side_records (opened_at desc) where kind = 'supervision';

insert into role_permissions (role_code, permission)
select r.code, p.permission
from roles r, (values ('supervisor', 'work-order:supervise'), ('leader', 'work-order:supervise')) p (role, permission)
where r.code = p.role
on conflict do nothing;

-- Supervisors and leaders get the page, before the schedule; a new database gets the entry from the seed.
insert into menus (id, client_code, code, title, url, icon, parent_id, sort_by)
select 'supervise', 'workportal', 'supervise', '督办', '/supervise', 'flag', schedule.parent_id, schedule.sort_by
from menus schedule where schedule.client_code = 'workportal' and schedule.code = 'schedule'
on conflict do nothing;
update menus m set sort_by = m.sort_by + 1
from menus s where s.client_code = 'workportal' and s.code = 'supervise' and m.parent_id = s.parent_id and m.id <> s.id
  and m.sort_by >= s.sort_by;
insert into role_menus (role_code, menu_id)
select r.code, m.id
from roles r, menus m
where r.code in ('supervisor', 'leader') and m.client_code = 'workportal' and m.code = 'supervise'
on conflict do nothing;
