-- The combined query (docs/decisions/0144). Every order has a place, given in the order of time; what an order is (its
-- item, status, region, people, days …) is a set of terms, and for each term a row of bits says which of 30,000 places
-- have it. A combination of filters is then a few "and"s and "or"s over these rows, whatever it is and however many orders
-- there are. A job keeps them; what has changed since it last looked stands in the outbox and in `order_query_changes`
-- and is judged by itself, so that an answer is always true.
create table order_query_changes (
  workorder_id uuid not null
);

-- One row, which the job holds while it works: the next place.
create table order_query_state (
  next_place integer not null
);
insert into order_query_state values (0);

create table order_query_places (
  place integer primary key,
  workorder_id uuid not null unique,
  code text not null,
  applicant_name text not null,
  title text not null,
  -- Words of the forms that nobody is kept from reading; null until the job has read them.
  body text,
  -- Pairs of characters: those of the title begin with t, those of the forms with b.
  grams text[] not null,
  -- The terms that the bits have of this order.
  terms text[] not null
);
create index order_query_places_code on order_query_places (code text_pattern_ops);
create index order_query_places_code_end on order_query_places (reverse(code) text_pattern_ops);
create index order_query_places_applicant on order_query_places (applicant_name text_pattern_ops, place);
create index order_query_places_unread on order_query_places (place) where body is null;
-- Which pairs are common is asked of the statistics.
alter table order_query_places alter column grams set statistics 1000;

create table order_query_bits (
  term text not null,
  -- Places from 30,000 × chunk on.
  chunk integer not null,
  bits bit(30000) not null,
  primary key (term, chunk)
);
-- In the row itself, compressed where that helps: dense ones stand as they are.
alter table order_query_bits alter column bits set storage main;

do $$
begin
  execute format('create aggregate bits_at(integer, integer) (sfunc = set_bit, stype = bit, initcond = %L)',
    repeat('0', 30000));
end
$$;
create function bits_of_none() returns bit language sql immutable parallel safe as $$
  select repeat('0', 30000)::bit(30000)
$$;

-- What the orders are, one row for each term.
create function order_query_terms(ids uuid[]) returns table (workorder_id uuid, term text)
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
  ) x
  where o.id = any(ids) and x.term is not null
$$;

create function order_query_grams(mark text, value text) returns text[]
language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct mark || substr(lower(value), i, 2)), '{}')
  from generate_series(1, char_length(value) - 1) i
$$;

-- Gives places to all orders that have none, and rebuilds all bits; for an office that is brought to this version.
create function fill_order_query() returns void language plpgsql as $$
declare
  ids uuid[];
begin
  perform from order_query_state for update;
  insert into order_query_places (place, workorder_id, code, applicant_name, title, grams, terms)
  select (select next_place from order_query_state) + row_number() over (order by o.started_at, o.id) - 1, o.id, o.code,
    o.applicant_name, lower(o.title), order_query_grams('t', o.title), '{}'
  from work_orders o where not exists (select from order_query_places p where p.workorder_id = o.id);
  update order_query_state set next_place = coalesce((select max(place) + 1 from order_query_places), 0);
  truncate order_query_bits;
  for part in 0 .. (select next_place / 30000 from order_query_state) loop
    ids := array(select workorder_id from order_query_places where place between part * 30000 and part * 30000 + 29999);
    update order_query_places p set terms = t.terms
    from (select workorder_id, array_agg(term) as terms from order_query_terms(ids) group by workorder_id) t
    where t.workorder_id = p.workorder_id;
    insert into order_query_bits (term, chunk, bits)
    select term, part, bits_at(place % 30000, 1) from order_query_places, unnest(terms) term
    where place between part * 30000 and part * 30000 + 29999 group by 1;
  end loop;
end
$$;
select fill_order_query();
create index order_query_places_grams on order_query_places using gin (grams) with (fastupdate = off);

-- An organisation that moves takes its orders along.
create function order_query_organisation_moved() returns trigger language plpgsql as $$
begin
  insert into order_query_changes select o.id from work_orders o join organisations g on g.id = o.org_id
  where starts_with(g.path, new.path);
  return null;
end
$$;
create trigger order_query_organisation_moved after update of path on organisations
  for each row when (old.path is distinct from new.path) execute function order_query_organisation_moved();

-- Who has a part in matters gets the query of the own ones, leaders and supervisors that of second approvals, and supervisors
-- alone the one across organisations. A new database gets
-- its menus from the seed; this brings one that has them already to the same.
insert into menus (id, client_code, code, title, url, icon, parent_id, sort_by)
select x.code, 'workportal', x.code, x.title, x.url, 'search', d.parent_id, d.sort_by + x.place
from menus d,
  (values ('query', '综合查询', '/query/all', 1), ('query-cross', '跨区域查询', '/query/cross', 2),
    ('query-seconds', '二次审批查询', '/query/seconds', 3)) x (code, title, url, place)
where d.client_code = 'workportal' and d.code = 'affair-draft'
on conflict do nothing;
insert into role_menus (role_code, menu_id)
select r.code, m.id from roles r join menus m on m.client_code = 'workportal' and m.code = 'query'
where r.code in ('window-clerk', 'handler', 'leader', 'supervisor', 'matter-admin')
on conflict do nothing;
insert into role_menus (role_code, menu_id)
select r.code, m.id from roles r join menus m on m.client_code = 'workportal' and m.code = 'query-seconds'
where r.code in ('leader', 'supervisor')
on conflict do nothing;
insert into role_permissions (role_code, permission)
select code, 'work-order:query-cross' from roles where code = 'supervisor'
on conflict do nothing;
insert into role_menus (role_code, menu_id)
select r.code, m.id from roles r join menus m on m.client_code = 'workportal' and m.code = 'query-cross'
where r.code = 'supervisor'
on conflict do nothing;
