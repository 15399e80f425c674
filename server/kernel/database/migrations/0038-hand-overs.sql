-- Everything that waits for somebody who leaves goes to others: what was to move, and what became of each. A row is
-- settled after its reassignment, which has its own key, so that a hand-over that was cut off goes on where it was.
create table hand_overs (
  id text primary key,
  from_id text not null references staff (id),
  reason text not null,
  started_by_id text not null references staff (id),
  started_by_name text not null,
  started_at timestamptz not null
);
create index hand_overs_newest on hand_overs (started_at desc, id desc);
create index hand_overs_from on hand_overs (from_id);

create table hand_over_tasks (
  hand_over_id text not null references hand_overs (id),
  workorder_id uuid not null,
  number integer not null,
  -- The order in which they move: the longest open first.
  place integer not null,
  receiver_id text not null references staff (id),
  state text not null check (state in ('waiting', 'moved', 'gone', 'failed')),
  -- Why it was not moved.
  reason text not null default '',
  settled_at timestamptz,
  primary key (hand_over_id, workorder_id, number)
);
create index hand_over_tasks_waiting on hand_over_tasks (hand_over_id, place) where state = 'waiting';

-- The matter administrator gets the page. A new database gets its menus from the seed; this brings one that has them
-- already to the same.
insert into menus (id, client_code, code, title, url, icon, parent_id, sort_by)
select 'hand-overs', 'workportal', 'hand-overs', '工作移交', '/hand-overs', 'swap', copied.parent_id,
  copied.sort_by + 1
from menus copied where copied.client_code = 'workportal' and copied.code = 'all-substitutes'
on conflict do nothing;

insert into role_menus (role_code, menu_id)
select r.code, m.id from roles r join menus m on m.client_code = 'workportal' and m.code = 'hand-overs'
where r.code = 'matter-admin'
on conflict do nothing;
