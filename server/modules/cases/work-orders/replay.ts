import type { OrderStep, ReplayedOrder } from '#contract/order-history.ts';
import type { WorkOrderForm } from '#contract/work-order-form.ts';
import type { Actor } from '#domain/access/actor.ts';
import { dueDate } from '#domain/calendar/due-date.ts';
import type { HolidayTable } from '#domain/calendar/holiday-table.ts';
import { FieldAccess } from '#domain/forms/authority.ts';
import { contentAt } from '#domain/forms/earlier-contents.ts';
import { type Refusal, refuse } from '#domain/refusals/refusals.ts';
import { actions, commandActions } from '#domain/workflow/actions/registry.ts';
import { maxReplayedSteps } from '#domain/workflow/model/limits.ts';
import type { OrderState, ProcessDefinition } from '#domain/workflow/model/model.ts';
import { statusOf } from '#domain/workflow/state/status.ts';
import type { Context } from '#server/framework/context.ts';
import type { WrapField } from '#server/framework/routing/form-key.ts';
import { clockOfTask } from '#server/modules/cases/decisions/service.ts';
import {
  getPublishedForm,
  openForm,
  type PublishedForm,
  presentForm,
  withElementFiles,
  wrapForm,
} from '#server/modules/design/forms/service.ts';
import { filesOfForms } from '#server/modules/design/shared-elements/service.ts';
import { currentHolidays } from '#server/modules/organisation/holidays/service.ts';
import { currentDirectory } from '#server/modules/organisation/organisations/service.ts';
import type { ReadableOrder } from './access.ts';
import { changesOf, decryptChanges } from './form-changes.ts';
import {
  findStateAt,
  listFormsWithChanges,
  listSteps,
  type StepNameRow,
  type StepRow,
} from './history.queries.ts';
import { progressOf } from './order-progress.ts';
import { panelsOf, readTraces, tracesOf } from './order-traces.ts';
import { statusLabelOf } from './present.ts';
import { presentSideRecords } from './present-side-records.ts';
import type { OrderPageRecord, OrderRecord, TraceRecord } from './queries.ts';
import { formAuthorityOf, readOnlyAuthority } from './reader-forms.ts';
import { traceHead } from './trace-head.ts';

/** Returns the steps of an order that can be replayed, oldest first. */
export async function orderSteps(
  context: Context,
  { order }: ReadableOrder<OrderRecord>,
): Promise<{ rows: OrderStep[]; omitted: number }> {
  const { steps, names, total } = await listSteps(context.db, order.id, maxReplayedSteps);
  const keyOf = (at: string, handlerId: string) => `${Date.parse(at)} ${handlerId}`;
  const byStep = Map.groupBy(names, ({ at, handler_id }) => keyOf(at, handler_id));
  return {
    rows: steps.map((step) => stepOf(step, byStep.get(keyOf(step.at, step.actor_id)) ?? [])),
    omitted: total - steps.length,
  };
}

/** Names a step by the actor's row of the trace: that of an action without a node first. */
function stepOf({ version, action, at }: StepRow, rows: readonly StepNameRow[]): OrderStep {
  const row = rows.find(({ node_name }) => node_name === '') ?? rows[0];
  return {
    version,
    at: new Date(at).toISOString(),
    actName: row?.act_name || labelOf(action),
    flowNodeName: row?.node_name ?? '',
    handlerName: row?.handler_name ?? '',
  };
}

function labelOf(action: string): string {
  const known = commandActions.find((each) => each === action);
  return known === undefined ? '' : actions[known].label;
}

/** Returns the order as it stood after one step, with the rights that this person has now. */
export async function stepPage(
  context: Context,
  actor: Actor,
  readable: ReadableOrder<OrderPageRecord>,
  version: number,
  wrap?: WrapField,
): Promise<ReplayedOrder | Refusal<'notFound'>> {
  const { order, definition } = readable;
  const found = await findStateAt(context.db, order.id, version, maxReplayedSteps);
  if (!found) return refuse('notFound');
  const { state, at } = found;
  const records = order.records.filter((record) => Date.parse(record.at) <= at.getTime());
  const head = traceHead(state, records);
  const holidays = await currentHolidays(context.db);
  const traces = (await readTraces(context, order, head))
    .filter(({ number }) => number <= state.tasks.length)
    .map((trace) => traceAt(trace, { stateAfter: state, definition, holidays }));
  const earlier = { ...order, state, version, records, traces, ended_at: state.ended && at };
  const panels = await panelsOf(context, actor, { ...readable, order: earlier }, holidays, at, head);
  const status = statusOf(state, definition);
  return {
    version,
    at: at.toISOString(),
    status,
    statusLabel: statusLabelOf(status),
    process: progressOf(order.process_definition_id, definition, state),
    traces: tracesOf(earlier, panels, holidays, at, head),
    traceTotals: head.totals,
    records: presentSideRecords({ order: { id: order.id, state }, definition }),
    ...(await formsAt(context, actor, readable, { version, at, wrap })),
  };
}

/**
 * Returns a row of the trace as it was: one that ended later was still open, with the limit that its side records gave it at
 * that time.
 */
function traceAt(
  trace: TraceRecord,
  then: { stateAfter: OrderState; definition: ProcessDefinition; holidays: HolidayTable },
): TraceRecord {
  const task = then.stateAfter.tasks[trace.number - 1];
  if (task?.outcome !== null) return trace;
  const clock = clockOfTask(task, then);
  const due = clock && dueDate(clock, then.holidays);
  return {
    ...trace,
    due_at: due?.dueAt?.toISOString() ?? null,
    due_provisional: due?.provisional ?? false,
    ...{ handler_status: 0, handler_operation: null, act_name: '', handler_name: '', handler_org_name: '' },
    ...{ opinion: '', remark: '', ended_at: null, updated_at: trace.started_at, file_ids: [] },
  };
}

/** Returns the forms with the values of that time, read-only. */
async function formsAt(
  context: Context,
  actor: Actor,
  readable: ReadableOrder<OrderPageRecord>,
  { version, at, wrap }: { version: number; at: Date; wrap: WrapField | undefined },
): Promise<Pick<ReplayedOrder, 'forms' | 'changedFields' | 'unknownFields'>> {
  const authorityOf = formAuthorityOf(readable, actor, await currentDirectory(context.db));
  const stored = await listFormsWithChanges(context.db, readable.order.id, { after: version - 1 });
  const opened = await Promise.all(
    stored
      .filter(({ deleted_at }) => deleted_at === null || Date.parse(deleted_at) > at.getTime())
      .map(async (row) => {
        const form = await getPublishedForm(context.db, row.form_definition_id);
        const current = openForm(form, row.content, context.crypto);
        const changes = changesOf(row).filter((change) => change.version >= version);
        const changed = changes.find((change) => change.version === version)?.fields ?? [];
        const { content, unknown } = contentAt(
          current.content,
          decryptChanges(form, changes, context),
          version,
        );
        const authority = readOnlyAuthority(form.compiled, authorityOf(form.code));
        return { form, changed, unknown, shown: presentForm({ form, content, changes: [] }, authority) };
      }),
  );
  const files = await filesOfForms(
    context.db,
    opened.map(({ form }) => form.compiled),
  );
  return {
    forms: opened.map(({ form, shown }) =>
      wrapForm(withElementFiles(shown, form.compiled, files), form.compiled, wrap),
    ),
    changedFields: visibleFields(opened, ({ changed }) => changed),
    unknownFields: visibleFields(opened, ({ unknown }) => unknown),
  };
}

/** Returns the fields of each form that its reader may see; a form without any is left out. */
function visibleFields<Opened extends { form: PublishedForm; shown: Pick<WorkOrderForm, 'authority'> }>(
  opened: readonly Opened[],
  fieldsOf: (form: Opened) => readonly string[],
): Record<string, string[]> {
  return Object.fromEntries(
    opened.flatMap((each) => {
      const visible = fieldsOf(each).filter((id) => each.shown.authority[id] !== FieldAccess.hidden);
      return visible.length === 0 ? [] : [[each.form.code, visible]];
    }),
  );
}
