import { z } from 'zod';
import { MergedLimit } from '#domain/records/merge.ts';
import { recordSettingLimits } from '#domain/records/record-settings.ts';
import { RecordKind } from '#domain/records/side-record.ts';
import { SuspensionGround } from '#domain/records/suspension.ts';
import { actionReason } from './acting.ts';
import { CorrectionCommand } from './corrections.ts';
import { endpoint, requiredText } from './endpoint.ts';
import { PaymentCommand } from './payment-records.ts';
import { RareCommand } from './rare-supplements.ts';
import { recordCommand, recordEndpoint } from './record-commands.ts';
import { recordFiles } from './record-entries.ts';
import { RecordOffer } from './record-offer.ts';
import { RecordSettings } from './record-settings.ts';
import { SpecialEntry } from './special-entry.ts';
import { SpecialCommand } from './special-procedures.ts';
import { supervisionLetter } from './supervision-records.ts';
import { workOrderCode } from './work-orders.ts';

const instant = z.iso.datetime();
const days = z
  .number('请填写天数')
  .int('请填写整数')
  .min(-1)
  .max(recordSettingLimits.days * 10);

/** Number of granted extensions that the person saw. */
const granted = z.number().int().min(0).max(recordSettingLimits.times);

/** A side record of an order; names of people are masked. */
export const SideRecordRow = z.object({
  id: z.number().int(),
  kind: z.enum(RecordKind),
  kindName: z.string(),
  state: z.string(),
  stateName: z.string(),
  isOpen: z.boolean(),
  traceId: z.string().nullable(),
  nodeName: z.string(),
  openedAt: instant,
  openedBy: z.string(),
  changedAt: instant,
  changedBy: z.string(),
  /** When something happens by itself; null if nothing does. */
  dueAt: instant.nullable(),
  /** Times during which the clock stood still; `until` is null while it does. */
  pauses: z.array(z.object({ from: instant, until: instant.nullable() })),
  extension: z.object({ days: z.number().int(), of: z.enum(['order', 'orderAndTask']) }).nullable(),
  /** Content of the kind. */
  data: z.record(z.string(), z.unknown()),
});
export type SideRecordRow = z.output<typeof SideRecordRow>;

const mergeCommand = recordCommand('merge', {
  mainCode: requiredText('请选择主办件').max(40),
  limit: z.enum(MergedLimit, '请选择时限').default(MergedLimit.earliest),
  reason: actionReason,
});

/** Side records of an order (docs/decisions/0232): one call for the commands of each kind, and one to read all. */
export const sideRecords = {
  list: endpoint({
    method: 'GET',
    reads: ['orders'],
    path: '/api/work-orders/:workorderCode/records',
    summary: '办件记录',
    params: z.strictObject({ workorderCode: workOrderCode }),
    output: z.object({
      records: z.array(SideRecordRow),
      offers: z.array(RecordOffer),
      /** Settings of the item for records. */
      settings: RecordSettings,
    }),
  }),
  correction: recordEndpoint('correction', '补正', CorrectionCommand),
  rare: recordEndpoint('rare', '容缺', RareCommand),
  suspension: recordEndpoint(
    'suspension',
    '中止与恢复',
    z.discriminatedUnion('command', [
      recordCommand('suspend', { ground: z.enum(SuspensionGround, '请选择中止情形'), reason: actionReason }),
      recordCommand('resume', { reason: actionReason }),
    ]),
  ),
  specials: endpoint({
    method: 'GET',
    reads: ['orders'],
    path: '/workorder/workorders/:workorderCode/specials',
    summary: '特别程序信息',
    params: z.strictObject({ workorderCode: workOrderCode }),
    output: z.object({ rows: z.array(SpecialEntry.extend(recordFiles)) }),
  }),
  special: recordEndpoint('special', '特别程序', SpecialCommand),
  payment: recordEndpoint('payment', '缴费', PaymentCommand),
  supervision: supervisionLetter,
  merge: recordEndpoint(
    'merge',
    '并案与拆开',
    z.discriminatedUnion('command', [mergeCommand, recordCommand('part', { reason: actionReason })]),
  ),
  extension: recordEndpoint(
    'extension',
    '延期',
    z.discriminatedUnion('command', [
      recordCommand('request', { days, reason: actionReason, granted: granted.default(0) }),
      recordCommand('grant', { days, reason: actionReason, granted }),
      recordCommand('approve', { reason: actionReason }),
      recordCommand('refuse', { reason: actionReason }),
    ]),
  ),
};
