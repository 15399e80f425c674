with counted as materialized (
      select mine.key, (select count(*) from (
        select from inbox i where i.key = mine.key and true limit $1
      ) found) as n
      from unnest($2::text[]) mine(key)
    )
    select (case
      when max(n) >= $3 or count(*) filter (where n > 0) <= 1 then coalesce(max(n), 0)
      else (select count(*) from (
        select distinct x.workorder_id, x.number
        from counted cross join lateral (
          select i.workorder_id, i.number from inbox i
          where i.key = counted.key and true limit $4
        ) x
        where counted.n > 0
        limit $5
      ) z)
      end)::int as total
    from counted
