-- The figures by day alone: what a year of the whole office is read from, a row a day however many units there are
-- (docs/decisions/0146).
create table office_figures (
  day date primary key,
  intake integer not null,
  concluded integer not null,
  on_time integer not null,
  late integer not null,
  worked_days integer not null,
  fell_late integer not null
);

create view office_counted as
select day, intake, concluded, on_time, late, worked_days, fell_late from office_figures
union all
select day, intake, concluded, on_time, late, worked_days, fell_late from day_standings where source = 'changes';

create view office_drift as
select day, sum(intake)::int as intake, sum(concluded)::int as concluded, sum(on_time)::int as on_time,
  sum(late)::int as late, sum(worked_days)::int as worked_days, sum(fell_late)::int as fell_late
from (
  select day, intake, concluded, on_time, late, worked_days, fell_late from day_standings where source = 'orders'
  union all
  select day, -intake, -concluded, -on_time, -late, -worked_days, -fell_late from office_counted
) both_ways
group by 1
having sum(intake) <> 0 or sum(concluded) <> 0 or sum(on_time) <> 0 or sum(late) <> 0 or sum(worked_days) <> 0
  or sum(fell_late) <> 0;

insert into office_figures select * from office_drift;
