import { fragment } from '#server/kernel/database/fragment.ts';

const openSteps = fragment`from traces t where t.workorder_id = o.id and t.handler_status = 0`;
const stepDueAt = fragment`(select min(t.due_at) ${openSteps})`;

/**
 * The source of `overdueColumns` for a list of orders `o`: a few rows of each order's own trace. They are
 * subselects and not joins, so that they are read only for the rows shown.
 */
export const overdueSources = {
  handler_names: fragment`coalesce((select string_agg(distinct n.name, '、') from traces t, unnest(t.candidate_names) n(name)
    where t.workorder_id = o.id and t.handler_status = 0), '')`,
  step_due_at: stepDueAt,
  step_due_provisional: fragment`coalesce((select t.due_provisional ${openSteps} and t.due_at is not null
    order by t.due_at limit 1), false)`,
  step_overdue_days_since: stepDueAt,
  overdue_days_since: fragment`case when o.ended_at is null then o.due_at end`,
};
