import type { Trace } from '#contract/traces.ts';
import type { Actor } from '#domain/access/actor.ts';
import { localDateOf, minuteText } from '#domain/calendar/local-date.ts';
import { csvOf } from '#domain/lists/csv.ts';
import { operationLabel } from '#domain/workflow/trace-texts.ts';
import type { Context } from '#server/framework/context.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { appendOrderAudit } from '#server/modules/access/audit/service.ts';
import type { ReadableOrder } from './access.ts';
import { ownTraces } from './order-traces.ts';
import type { OrderPageRecord } from './queries.ts';

const headings = [
  '环节',
  '操作',
  '办理人',
  '单位',
  '代',
  '处理意见',
  '接收对象',
  '附件',
  '到达时间',
  '完成时间',
  '备注',
];

/**
 * Exports the trace as this person reads it, in order; the person and the number of rows are recorded in the
 * order's chain.
 */
export async function exportTraces(
  call: { context: Context; actor: Actor; requestId: string },
  readableOrder: ReadableOrder<OrderPageRecord>,
  ids: readonly string[] | undefined,
): Promise<{ fileName: string; rows: number; content: string }> {
  const { context, actor, requestId } = call;
  const all = (await ownTraces(context, actor, readableOrder)).rows;
  const selectedIds = ids === undefined ? undefined : new Set(ids);
  const rows = selectedIds === undefined ? all : all.filter(({ id }) => selectedIds.has(id));
  const { id, code } = readableOrder.order;
  await inTransaction(context.db, (tx) =>
    appendOrderAudit(tx, context, {
      workorderId: id,
      actor,
      action: 'work-order.export-traces',
      detail: { rows: rows.length },
      requestId,
    }),
  );
  return {
    fileName: `办理轨迹-${code}-${localDateOf(context.now()).replaceAll('-', '')}.csv`,
    rows: rows.length,
    content: csvOf([headings, ...rows.map(cellsOf)]),
  };
}

function cellsOf(trace: Trace): string[] {
  const minuteOf = (text: string | null) => (text === null ? '' : minuteText(new Date(text)));
  return [
    trace.flowNodeName,
    operationLabel(trace),
    trace.handlerName || trace.candidateNames.join('、'),
    trace.handlerOrgName,
    trace.onBehalfOf,
    trace.handlerOpinion,
    trace.receiverNames.join('、'),
    trace.attachments.map(({ name }) => name).join('、'),
    minuteOf(trace.startTime),
    minuteOf(trace.endTime),
    trace.remark,
  ];
}
