import { z } from 'zod';
import type { RecordKind } from '#domain/records/side-record.ts';
import { actionRefusals, HandleResult } from './acting.ts';
import { endpoint } from './endpoint.ts';
import { opinionFiles } from './handle-input.ts';
import { traceId, workOrderCode } from './work-orders.ts';

const maxRecordNumber = 100_000;
/** Number of a record within its order. */
export const recordNumber = z.number().int().min(1).max(maxRecordNumber);
/** The same as part of an address. */
export const recordNumberText = z.coerce.number().int().min(1).max(maxRecordNumber);

/**
 * Returns the body of a command on a side record: its name, the record (null to open a new one), the trace of the task
 * to which a new record belongs, the files that come with it, and the fields of its input.
 */
export function recordCommand<Name extends string, Shape extends z.ZodRawShape>(name: Name, shape: Shape) {
  return z.strictObject({
    command: z.literal(name),
    recordId: recordNumber.nullable().default(null),
    traceId: traceId.nullable().default(null),
    fileList: opinionFiles,
    ...shape,
  });
}

/** Returns the call of all commands of one kind: `POST /api/work-orders/:workorderCode/records/<kind>`. */
export function recordEndpoint<Kind extends RecordKind, Body extends z.ZodType>(
  kind: Kind,
  summary: string,
  body: Body,
) {
  return endpoint({
    method: 'POST',
    changes: ['orders'],
    path: `/api/work-orders/:workorderCode/records/${kind}`,
    summary,
    params: z.strictObject({ workorderCode: workOrderCode }),
    body,
    output: HandleResult,
    refusals: [...actionRefusals, 'notServed'],
  });
}
