import type { OutputOf, RefusalOf } from '#contract/endpoint.ts';
import type { petitions } from '#contract/petitions.ts';
import type { Actor } from '#domain/access/actor.ts';
import { localDateOf } from '#domain/calendar/local-date.ts';
import { maxMergedOrders } from '#domain/records/merge.ts';
import { isRefusal } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import {
  maskApplicantName,
  type ReadableOrder,
  statusLabelOf,
} from '#server/modules/cases/work-orders/service.ts';
import { currentHolidays, presentDueDate } from '#server/modules/organisation/holidays/service.ts';
import { listLinks } from './links.queries.ts';
import { listMergeCandidates, type MergeCandidateRow } from './merge-candidates.queries.ts';
import { similarToOrder } from './service.ts';

/**
 * Returns the order and those with which it may be merged: linked and similar ones that still run, and those that the
 * caller names in addition.
 */
export async function mergeCandidates(
  { context, actor }: { context: Context; actor: Actor },
  readableOrder: ReadableOrder,
  also: string,
): Promise<OutputOf<typeof petitions.mergeCandidates> | RefusalOf<typeof petitions.mergeCandidates>> {
  const { order } = readableOrder;
  const [links, similar, holidays] = await Promise.all([
    listLinks(context.db, actor, order.id),
    similarToOrder({ context, actor }, readableOrder),
    currentHolidays(context.db),
  ]);
  if (isRefusal(similar)) return similar;
  const named = also.split(',').map((code) => code.trim());
  const codes = [
    order.code,
    ...named,
    ...links.map(({ code }) => code),
    ...similar.rows.map(({ workorderCode }) => workorderCode),
  ].filter((code) => code !== '');
  const rows = await listMergeCandidates(
    context.db,
    actor,
    [...new Set(codes)].slice(0, maxMergedOrders + 1),
  );
  const isShown = (row: MergeCandidateRow) =>
    row.code === order.code || named.includes(row.code) || problemOf(row) === '';
  return {
    rows: rows.filter(isShown).map((row) => ({
      workorderCode: row.code,
      title: row.title,
      applicantName: maskApplicantName(row.applicant_name, row.applicant_type),
      startedOn: localDateOf(row.started_at),
      due: presentDueDate(
        { at: row.due_at, provisional: row.due_provisional, ended: row.ended },
        holidays,
        context.now(),
      ),
      status: row.status,
      statusLabel: statusLabelOf(row.status),
      tasks: row.tasks.map((task) => ({
        nodeName: task.node_name,
        handlers: task.candidate_names.join('、'),
      })),
      problem: problemOf(row),
      leads: row.leads,
    })),
  };
}

function problemOf({ ended, merged_into, offered }: MergeCandidateRow): string {
  if (ended) return '已办结';
  if (merged_into !== null) return `已并入 ${merged_into}`;
  return offered ? '' : '所属事项未开通并案';
}
