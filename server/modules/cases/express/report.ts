import { isPostalTracking } from '#domain/enumerations/postal-tracking.ts';
import { type ExpressNews, isNews } from '#domain/records/express.ts';
import type { OutputData } from '#domain/records/output.ts';
import { OutputWay } from '#domain/records/output-way.ts';
import { RecordKind } from '#domain/records/side-record.ts';
import type { Context } from '#server/framework/context.ts';
import { changeRecordBySystem } from '#server/modules/cases/side-records/service.ts';
import * as queries from './queries.ts';

/**
 * Brings the record of an item, and that of the certificates that it carries, to the state of the item. The commands
 * change nothing if the records say it already, so that an interrupted run can be repeated.
 */
export async function reportItem(context: Context, item: queries.ExpressItemRow): Promise<void> {
  const record = await queries.findRecord(context.db, item.id);
  if (record) await reportTo(context, item, record);
  await queries.markReported(context.db, item);
}

async function reportTo(
  context: Context,
  item: queries.ExpressItemRow,
  record: queries.ExpressRecordRow,
): Promise<void> {
  if (record.state === 'cancelled') {
    if (item.state !== 'cancelled') await queries.cancelItem(context.db, item.id, context.now());
    return;
  }
  // A person has entered the delivery: the carrier is not asked any more.
  if (record.data.byHand && item.next_ask_at)
    await queries.updateItem(context.db, item.id, { next_ask_at: null });
  const news = newsOf(item);
  if (!record.data.byHand && isNews(record, news))
    await give(context, record, RecordKind.express, 'track', news);
  const { outputId } = record.data;
  if (outputId === null) return;
  const reported = (await queries.findRecord(context.db, item.id)) ?? record;
  const output = await queries.findOutput(context.db, record.workorderId, outputId);
  const servedAt = reported.state === 'delivered' ? reported.data.deliveredAt : null;
  if (!output) return;
  const data = output.data as OutputData;
  const isPosted = data.way === OutputWay.post && (output.state === 'posting' || output.state === 'served');
  if (!isPosted || data.servedAt === servedAt) return;
  await give(context, { ...record, number: outputId }, RecordKind.output, 'serve', { at: servedAt });
}

async function give(
  context: Context,
  { workorderId, number }: Pick<queries.ExpressRecordRow, 'workorderId' | 'number'>,
  kind: RecordKind,
  command: string,
  input: unknown,
): Promise<void> {
  const given = { kind, command, recordId: number, atTaskId: null, input };
  const refusal = await changeRecordBySystem(context, workorderId, given, context.now());
  if (refusal === null) return;
  const fields = { workorderId, number, kind, command, refused: refusal.refused };
  context.log.warn(fields, 'A record refuses news of an express item');
}

function newsOf(item: queries.ExpressItemRow): ExpressNews {
  const { status } = item;
  if (!isPostalTracking(status)) throw new Error(`An express item has the unknown state ${status}`);
  return {
    mailNum: item.mail_num,
    status,
    deliveredAt: item.delivered_at?.toISOString() ?? null,
    isReturned: item.is_returned,
    fault: item.state === 'refused' ? item.fault : '',
  };
}
