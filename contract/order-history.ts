import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { OrderProcess } from './order-process.ts';
import { SideRecordRow } from './side-records.ts';
import { Trace } from './traces.ts';
import { WorkOrderForm } from './work-order-form.ts';
import { workOrderCode } from './work-orders.ts';

/** Earlier values of an order's forms, and the order as it stood after each of its steps (docs/decisions/0238). */

const instant = z.iso.datetime();
const version = z.number().int().positive();
/** A version of the order as part of an address. */
const versionText = z.coerce
  .number('版本不正确')
  .int('版本不正确')
  .min(1, '版本不正确')
  .max(2 ** 31 - 1, '版本不正确');

/** A change of fields of a form by one action, as far as this reader may see the fields. */
export const FormChange = z.object({
  formCode: z.string(),
  /** Version of the order after the action. */
  version,
  at: instant,
  handlerName: z.string(),
  /** The absent person for whom a substitute acted; empty if there is none. */
  onBehalfOf: z.string(),
  /** The task at which it was made; null for an action without a task. */
  traceId: z.string().nullable(),
  flowNodeName: z.string(),
  fields: z.array(z.string()),
  /** Values by field, masked like those of the form; a field whose value is not stored is left out. */
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
});
export type FormChange = z.output<typeof FormChange>;

/** A step of an order: one action of a person or of the portal. */
export const OrderStep = z.object({
  /** Version of the order after it. */
  version,
  at: instant,
  actName: z.string(),
  /** Empty for an action that belongs to no node. */
  flowNodeName: z.string(),
  /** Empty if the portal acted by itself. */
  handlerName: z.string(),
});
export type OrderStep = z.output<typeof OrderStep>;

/** An order as it stood after one of its steps, with the rights of the reader today. */
export const ReplayedOrder = z.object({
  version,
  at: instant,
  status: z.number().int(),
  statusLabel: z.string(),
  process: OrderProcess,
  /** The newest rows of the trace at that time; their limits are shown as on that day. */
  traces: z.array(Trace),
  traceTotals: z.object({ rows: z.number().int(), answers: z.number().int() }),
  /** Side records in their state of that time, newest first. */
  records: z.array(SideRecordRow),
  /** Read-only forms with the values of that time. */
  forms: z.array(WorkOrderForm),
  /** Fields that the step changed, by form. */
  changedFields: z.record(z.string(), z.array(z.string())),
  /** Fields whose values of that time are not stored, by form. */
  unknownFields: z.record(z.string(), z.array(z.string())),
});
export type ReplayedOrder = z.output<typeof ReplayedOrder>;

const byCode = z.strictObject({ workorderCode: workOrderCode });

export const orderHistory = {
  formChanges: endpoint({
    method: 'GET',
    reads: ['orders'],
    path: '/api/work-orders/:workorderCode/forms/changes',
    summary: '表单修改记录',
    carriesForms: true,
    params: byCode,
    query: z.strictObject({
      /** Only changes of this field; both are given together. */
      formCode: z.string().max(60).optional(),
      fieldId: z.string().max(60).optional(),
      /** Only changes before this version, for the next page. */
      before: versionText.optional(),
    }),
    output: z.object({
      /** Newest first. */
      rows: z.array(FormChange),
      /** The forms of the rows. */
      forms: z.array(z.object({ formCode: z.string(), formName: z.string(), formStructure: z.unknown() })),
      /** `before` of the next page; null if there are no earlier changes. */
      nextBefore: version.nullable(),
    }),
  }),
  steps: endpoint({
    method: 'GET',
    reads: ['orders'],
    path: '/api/work-orders/:workorderCode/steps',
    summary: '办件回放步骤',
    params: byCode,
    output: z.object({
      /** Oldest first. */
      rows: z.array(OrderStep),
      /** Number of later steps that are beyond the limit of a replay. */
      omitted: z.number().int(),
    }),
  }),
  stepPage: endpoint({
    method: 'GET',
    reads: ['orders'],
    path: '/api/work-orders/:workorderCode/steps/:version',
    summary: '回放办件的一步',
    carriesForms: true,
    params: byCode.extend({ version: versionText }),
    output: ReplayedOrder,
    refusals: ['notFound'],
  }),
};
