-- Who got a copy of an order (抄送): one row for each post or person, kept as the key, so that posts follow changes.
create table work_order_copies (
  workorder_id uuid not null,
  -- The row of the trace that the copy is: work_order_records.
  number integer not null,
  key text not null,
  copied_at timestamptz not null,
  primary key (workorder_id, number, key)
);
create index work_order_copies_newest on work_order_copies (key, copied_at desc, workorder_id, number);

-- Who has read it: one row for each person and copy.
create table copy_readings (
  workorder_id uuid not null,
  number integer not null,
  staff_id text not null,
  staff_name text not null,
  org_name text not null,
  read_at timestamptz not null,
  primary key (workorder_id, number, staff_id)
);

-- A copy has no number on the wire (S1 §4); what a copy and an urge say beyond their reason stands in `details`.
alter table work_order_records alter column handler_operation drop not null, add column details jsonb;

alter table work_orders add column urged_at timestamptz;

-- A new database gets both from the seed; this brings one that has its roles already to the same.
insert into role_permissions (role_code, permission)
select code, 'work-order:urge' from roles where code in ('leader', 'supervisor', 'matter-admin')
on conflict do nothing;

update menus set sort_by = sort_by + 1
where client_code = 'workportal'
  and sort_by > (select done.sort_by from menus done where done.client_code = 'workportal' and done.code = 'done');
insert into menus (id, client_code, code, title, url, icon, parent_id, sort_by)
select 'copied', 'workportal', 'copied', '抄送我的', '/copied', 'mail', done.parent_id, done.sort_by + 1
from menus done where done.client_code = 'workportal' and done.code = 'done'
on conflict do nothing;
insert into role_menus (role_code, menu_id)
select opened.role_code, copied.id
from role_menus opened join menus done on done.id = opened.menu_id and done.client_code = 'workportal' and done.code = 'done'
join menus copied on copied.client_code = 'workportal' and copied.code = 'copied'
on conflict do nothing;
