-- Figures of the office (docs/decisions/0146). What an order adds to them is its standing: whose it is, when it began, what
-- it is now. An action leaves the standing before and after it as one row, without an index and without a lock; a job adds
-- these rows up. Whoever reads adds what is not added up yet, so that a figure is right in the moment of the commit.

-- China has one time without summer time, as domain/calendar counts it.
create function day_in_china(at timestamptz) returns date language sql immutable parallel safe as $$
  select ((at at time zone 'UTC') + interval '8 hours')::date
$$;

-- Working days from the day of the start, not counted, to that of the end, by the calendar of that moment.
alter table work_orders add column worked_days integer;
update work_orders o set worked_days = (
  select count(*) from generate_series(day_in_china(o.started_at) + 1, day_in_china(o.ended_at), interval '1 day') d
  left join holidays h on h.day = d::date
  where h.kind = 'workday' or (h.kind is null and extract(isodow from d) < 6))
where ended_at is not null;

create table figure_changes (
  org_id text not null,
  area_code text not null,
  business_item_id text not null,
  channel text not null,
  started_at timestamptz not null,
  -- Null where there was no order before.
  old_status smallint,
  old_due_on date,
  old_ended_on date,
  old_worked_days integer,
  status smallint not null,
  due_on date,
  ended_on date,
  worked_days integer
);

create table day_figures (
  day date not null,
  org_id text not null,
  area_code text not null,
  business_item_id text not null,
  channel text not null,
  intake integer not null,
  concluded integer not null,
  -- Of what was concluded on the day: within its limit, and after it. What has no limit is neither.
  on_time integer not null,
  late integer not null,
  worked_days integer not null,
  -- What was due on the day and was concluded after it; what is due and open stands in open_figures.
  fell_late integer not null,
  primary key (day, org_id, area_code, business_item_id, channel)
);

-- The same by organisation alone: what a year by day is read from where nothing else is asked.
create table unit_figures (
  day date not null,
  org_id text not null,
  intake integer not null,
  concluded integer not null,
  on_time integer not null,
  late integer not null,
  worked_days integer not null,
  fell_late integer not null,
  primary key (day, org_id)
);

create table hour_figures (
  day date not null,
  hour smallint not null,
  org_id text not null,
  area_code text not null,
  business_item_id text not null,
  channel text not null,
  intake integer not null,
  primary key (day, hour, org_id, area_code, business_item_id, channel)
);

create table open_figures (
  org_id text not null,
  area_code text not null,
  business_item_id text not null,
  channel text not null,
  status smallint not null,
  -- `infinity` without a limit.
  due_on date not null,
  orders integer not null,
  primary key (org_id, area_code, business_item_id, channel, status, due_on)
);

create view order_standings as
select 'orders' as source, org_id, area_code, business_item_id, coalesce(serve_types[1], '') as channel, started_at,
  status, day_in_china(due_at) as due_on, day_in_china(ended_at) as ended_on, worked_days, 1 as weight
from work_orders
union all
select 'changes', org_id, area_code, business_item_id, channel, started_at, status, due_on, ended_on, worked_days, 1
from figure_changes
union all
select 'changes', org_id, area_code, business_item_id, channel, started_at, old_status, old_due_on, old_ended_on,
  old_worked_days, -1
from figure_changes where old_status is not null;

-- What standings add to the figures.
create view day_standings as
select source, day_in_china(started_at) as day, org_id, area_code, business_item_id, channel, weight as intake,
  0 as concluded, 0 as on_time, 0 as late, 0 as worked_days, 0 as fell_late
from order_standings
union all
select source, ended_on, org_id, area_code, business_item_id, channel, 0, weight,
  case when ended_on <= due_on then weight else 0 end, case when ended_on > due_on then weight else 0 end,
  weight * coalesce(worked_days, 0), 0
from order_standings where ended_on is not null
union all
select source, due_on, org_id, area_code, business_item_id, channel, 0, 0, 0, 0, 0, weight
from order_standings where ended_on > due_on;

create view hour_standings as
select source, day_in_china(started_at) as day,
  extract(hour from (started_at at time zone 'UTC') + interval '8 hours')::smallint as hour,
  org_id, area_code, business_item_id, channel, weight as intake
from order_standings;

create view open_standings as
select source, org_id, area_code, business_item_id, channel, status, coalesce(due_on, 'infinity'::date) as due_on,
  weight as orders
from order_standings where ended_on is null;

-- What is read: what was added up, and what is not yet.
create view days_counted as
select day, org_id, area_code, business_item_id, channel, intake, concluded, on_time, late, worked_days, fell_late
from day_figures
union all
select day, org_id, area_code, business_item_id, channel, intake, concluded, on_time, late, worked_days, fell_late
from day_standings where source = 'changes';

create view units_counted as
select day, org_id, intake, concluded, on_time, late, worked_days, fell_late from unit_figures
union all
select day, org_id, intake, concluded, on_time, late, worked_days, fell_late
from day_standings where source = 'changes';

create view hours_counted as
select day, hour, org_id, area_code, business_item_id, channel, intake from hour_figures
union all
select day, hour, org_id, area_code, business_item_id, channel, intake from hour_standings where source = 'changes';

create view open_counted as
select org_id, area_code, business_item_id, channel, status, due_on, orders from open_figures
union all
select org_id, area_code, business_item_id, channel, status, due_on, orders from open_standings where source = 'changes';

-- By how much figures miss what the orders themselves say; without rows all is right. A rebuild adds these rows.
create view day_drift as
select day, org_id, area_code, business_item_id, channel, sum(intake)::int as intake, sum(concluded)::int as concluded,
  sum(on_time)::int as on_time, sum(late)::int as late, sum(worked_days)::int as worked_days,
  sum(fell_late)::int as fell_late
from (
  select day, org_id, area_code, business_item_id, channel, intake, concluded, on_time, late, worked_days, fell_late
  from day_standings where source = 'orders'
  union all
  select day, org_id, area_code, business_item_id, channel, -intake, -concluded, -on_time, -late, -worked_days, -fell_late
  from days_counted
) both_ways
group by 1, 2, 3, 4, 5
having sum(intake) <> 0 or sum(concluded) <> 0 or sum(on_time) <> 0 or sum(late) <> 0 or sum(worked_days) <> 0
  or sum(fell_late) <> 0;

create view unit_drift as
select day, org_id, sum(intake)::int as intake, sum(concluded)::int as concluded, sum(on_time)::int as on_time,
  sum(late)::int as late, sum(worked_days)::int as worked_days, sum(fell_late)::int as fell_late
from (
  select day, org_id, intake, concluded, on_time, late, worked_days, fell_late
  from day_standings where source = 'orders'
  union all
  select day, org_id, -intake, -concluded, -on_time, -late, -worked_days, -fell_late from units_counted
) both_ways
group by 1, 2
having sum(intake) <> 0 or sum(concluded) <> 0 or sum(on_time) <> 0 or sum(late) <> 0 or sum(worked_days) <> 0
  or sum(fell_late) <> 0;

create view hour_drift as
select day, hour, org_id, area_code, business_item_id, channel, sum(intake)::int as intake
from (
  select day, hour, org_id, area_code, business_item_id, channel, intake from hour_standings where source = 'orders'
  union all
  select day, hour, org_id, area_code, business_item_id, channel, -intake from hours_counted
) both_ways
group by 1, 2, 3, 4, 5, 6
having sum(intake) <> 0;

create view open_drift as
select org_id, area_code, business_item_id, channel, status, due_on, sum(orders)::int as orders
from (
  select org_id, area_code, business_item_id, channel, status, due_on, orders from open_standings where source = 'orders'
  union all
  select org_id, area_code, business_item_id, channel, status, due_on, -orders from open_counted
) both_ways
group by 1, 2, 3, 4, 5, 6
having sum(orders) <> 0;

insert into day_figures select * from day_drift;
insert into unit_figures select * from unit_drift;
insert into hour_figures select * from hour_drift;
insert into open_figures select * from open_drift;

-- The dashboard of leaders, supervisors and the matter administrator. A new database gets its menus from the seed; this
-- brings one that has them already to the same.
insert into menus (id, client_code, code, title, url, icon, parent_id, sort_by)
select m.code, 'dashboard', m.code, m.title, m.url, m.icon, nullif(m.parent, ''),
  (select min(sort_by) from menus) - 10 + m.place
from (values
  (1, 'dashboard', '数据看板', '/dashboard', 'bar-chart', ''),
  (2, 'dashboard-overview', '总览', '/dashboard', 'bar-chart', 'dashboard'),
  (3, 'dashboard-orders', '办件明细', '/dashboard/orders', 'unordered-list', 'dashboard')
) m (place, code, title, url, icon, parent)
where exists (select from menus)
order by m.place
on conflict do nothing;

insert into role_menus (role_code, menu_id)
select r.code, m.id
from roles r join menus m on m.client_code = 'dashboard'
where r.code in ('leader', 'supervisor', 'matter-admin')
on conflict do nothing;
