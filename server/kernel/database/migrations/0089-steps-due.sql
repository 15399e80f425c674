-- Steps by the day they are due, so that what is late at a step is found and counted as what is late as a whole is
-- (docs/decisions/0144, 0212): the nearest limit of an order, and that of each of its steps by name.

-- When the open steps of an order with a limit of their own are due: the nearest, with an empty name, and each node's.
create function order_steps_due(order_id uuid) returns table (of text, due text)
language sql stable as $$
  select case when t.node_name is null then '' else ':' || t.node_name end,
    to_char(min(t.due_at) at time zone 'Asia/Shanghai', 'YYYY-MM-DD')
  from traces t where t.workorder_id = order_id and t.handler_status = 0 and t.due_at is not null
  group by grouping sets ((), (t.node_name)) having count(*) > 0
$$;

create or replace function order_query_terms(ids uuid[]) returns table (workorder_id uuid, term text)
language sql stable as $$
  select o.id, x.term from work_orders o
  join business_items b on b.id = o.business_item_id
  cross join lateral (values
    (to_char(o.started_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD'),
     to_char(o.ended_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD'),
     case when o.ended_at is null then to_char(o.due_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') end)
  ) day (started, ended, due)
  cross join lateral (
    select unnest(array[
      'all',
      case when o.ended_at is null then 'open' else 'ended' end,
      case when b.second_approval then 'second' end,
      'item:' || o.task_code,
      'category:' || b.category_id,
      'status:' || o.status,
      'result:' || o.result_code,
      'initiator:' || o.initiator_id,
      'started:' || day.started, 'started:' || left(day.started, 7),
      'ended:' || day.ended, 'ended:' || left(day.ended, 7),
      'due:' || day.due, 'due:' || left(day.due, 7),
      case when o.area_code like '999%' then 'area:999' end]) as term
    union select 'area:' || left(o.area_code, n) from unnest('{2,4,6,9,12}'::int[]) n where n <= length(o.area_code)
    union select 'org:' || top from organisations g, unnest(string_to_array(trim(both '/' from g.path), '/')) top
      where g.id = o.org_id
    union select 'done-by:' || d.staff_id from done_entries d where d.workorder_id = o.id
    union select 'seen-by:' || c.key from work_order_copies c where c.workorder_id = o.id
    union select 'seen-by:' || k from traces t, unnest(t.candidates) k where t.workorder_id = o.id
    union select 'waits-for:' || k from traces t, unnest(t.candidates) k
      where t.workorder_id = o.id and t.handler_status = 0
    union select 'node:' || t.node_name from traces t where t.workorder_id = o.id and t.handler_status = 0
    union select unnest(array['step-due:' || s.due || s.of, 'step-due:' || left(s.due, 7) || s.of])
      from order_steps_due(o.id) s where o.ended_at is null
  ) x
  where o.id = any(ids) and x.term is not null
$$;

-- Steps are counted by their names, which stand behind the day; few rows, and none of the other terms.
create index order_query_bits_steps on order_query_bits (term text_pattern_ops)
  where term like 'node:%' or term like 'step-due:%';

-- Writes the terms of steps for all orders that stand at one, which have none; for an office that is brought to this
-- version. The job of the index waits meanwhile.
create function fill_steps_due() returns void language plpgsql as $$
begin
  perform from order_query_state for update;
  create temporary table steps on commit drop as
    select p.place, array_agg(x.term) as terms
    from work_orders o join order_query_places p on p.workorder_id = o.id
    cross join lateral order_steps_due(o.id) s
    cross join lateral unnest(array['step-due:' || s.due || s.of, 'step-due:' || left(s.due, 7) || s.of]) x(term)
    where o.ended_at is null group by p.place;
  update order_query_places p set terms = p.terms || s.terms from steps s where s.place = p.place;
  insert into order_query_bits (term, chunk, bits)
    select term, place / 30000, bits_at(place % 30000, 1) from steps, unnest(terms) term group by 1, 2;
end
$$;
select fill_steps_due();
