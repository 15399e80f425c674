-- An administrator who brought forms back told the index of the combined query nothing of it before, so that their words
-- were found only after the next change of their order. Those orders are told of once; the job reads their forms anew.
insert into order_query_changes (workorder_id)
select distinct o.id from audit_links a join work_orders o on o.id::text = a.object_id
where a.action = 'work-order.restore-forms';
