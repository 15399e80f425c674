-- The calendar of days off by which the due dates of open orders and tasks were last calculated, and the progress of
-- their move to a newer one. One row. See docs/decisions/0233.
create table calendar_moves (
  only_row boolean primary key default true check (only_row),
  -- Rows of `holidays` by which all due dates are calculated, and those of a move that is not over.
  applied jsonb not null,
  target jsonb,
  target_at timestamptz,
  -- Due dates before this day do not depend on the difference.
  from_day date,
  last_order uuid,
  moved integer not null default 0
);
insert into calendar_moves (applied)
select coalesce(jsonb_agg(jsonb_build_object('day', day, 'kind', kind, 'name', name) order by day), '[]') from holidays;
