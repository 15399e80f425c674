import type { TracedExpress, TracedOutput } from '#contract/traces.ts';
import { postalTrackingLabel } from '#domain/enumerations/postal-tracking.ts';
import type { ExpressData } from '#domain/records/express.ts';
import type { OutputData } from '#domain/records/output.ts';
import { outputWayLabel } from '#domain/records/output-way.ts';
import { maskedDataOf, stateRulesOf } from '#domain/records/registry.ts';
import { RecordKind, type SideRecord } from '#domain/records/side-record.ts';

/** Express items and certificates of an order by the number of the task at which they were opened. */
export interface TracedRecords {
  outputs: TracedOutput[];
  expresses: TracedExpress[];
}

/** Returns the certificates and express items that the row of a task shows (S1 §3); those of the whole order are at the first. */
export function recordsOfTask(records: readonly SideRecord[] | undefined, taskNumber: number): TracedRecords {
  const own = (records ?? []).filter(({ taskId }) => (taskId ?? 1) === taskNumber);
  return {
    outputs: own.filter(({ kind }) => kind === RecordKind.output).map(presentOutput),
    expresses: own.filter(({ kind }) => kind === RecordKind.express).map(presentExpress),
  };
}

function presentOutput(record: SideRecord): TracedOutput {
  const { resultCode, outputs, way, receipt, servedAt } = maskedDataOf(record) as OutputData;
  return {
    id: record.id,
    resultCode,
    outputState: record.state,
    outputStateName: stateRulesOf(record).label,
    sendWay: way,
    sendWayName: outputWayLabel[way],
    outputs: outputs.map((one) => ({ ...one })),
    receiver: receipt?.name ?? '',
    relation: receipt?.relation ?? '',
    serviceTime: servedAt,
  };
}

function presentExpress(record: SideRecord): TracedExpress {
  const { mailNum, sendType, status, carrier, contents, deliveredAt } = record.data as ExpressData;
  return {
    id: record.id,
    mailNum: mailNum ?? '',
    send_type: sendType,
    status,
    statusName: record.state === 'cancelled' ? stateRulesOf(record).label : postalTrackingLabel[status],
    carrier,
    contents,
    serviceTime: deliveredAt,
  };
}
