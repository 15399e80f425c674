select o.id, o.code, o.task_code, o.item_name, o.title, o.applicant_name, o.area_name, o.org_name,
  (select p.applicant_type from work_order_applicants p where p.workorder_id = o.id) as applicant_type, o.initiator_name, o.status, o.started_at, o.updated_at, o.ended_at, o.urge_count, k.number, k.arrived_at, k.due_at, t.node_id, t.node_name,
      case when t.due_at is null then o.due_provisional else t.due_provisional end as due_provisional
    from (
      select x.arrived_at, x.due_at, x.workorder_id, x.number
      from unnest($1::text[]) mine(key)
      cross join lateral (
        select i.arrived_at, i.due_at, i.workorder_id, i.number from inbox i
        where i.key = mine.key and true
        order by "i"."arrived_at" desc, "i"."workorder_id" desc, "i"."number" desc limit $2
      ) x
      group by x.arrived_at, x.due_at, x.workorder_id, x.number
      order by "x"."arrived_at" desc, "x"."workorder_id" desc, "x"."number" desc limit $3 offset $4
    ) k
    join work_orders o on o.id = k.workorder_id
    join traces t on t.workorder_id = k.workorder_id and t.number = k.number
    order by "k"."arrived_at" desc, "k"."workorder_id" desc, "k"."number" desc
