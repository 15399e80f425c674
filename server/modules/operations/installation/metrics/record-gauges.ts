import type { ReadFigures } from '../figures.ts';
import type { RecordFigures } from '../record-figures.ts';
import type { MeasuredGauge } from './gauges.ts';

/** Returns gauges for the times of the last verification and the last backup, and for their results. */
export function recordGauges(last: () => ReadFigures): MeasuredGauge[] {
  const gaugeValue = (read: (record: RecordFigures) => number | null) => () => {
    const { figures } = last();
    return figures && (read(figures.record) ?? undefined);
  };
  return [
    {
      name: 'banjian_audit_verified_timestamp_seconds',
      help: 'Time of the last complete verification of the audit log; before the first one, the first start of the portal',
      inspect: gaugeValue(({ verifiedAt }) => verifiedAt),
    },
    {
      name: 'banjian_audit_findings',
      help: 'Findings of the last check of the audit log that were not acknowledged',
      inspect: gaugeValue(({ findings }) => findings),
    },
    {
      name: 'banjian_audit_acknowledged_findings',
      help: 'Findings of the last check of the audit log that were acknowledged',
      inspect: gaugeValue(({ acknowledged }) => acknowledged),
    },
    {
      name: 'banjian_audit_lost_anchors',
      help: 'Anchors in the file that are missing from the database, until the loss is acknowledged',
      inspect: gaugeValue(({ lostAnchors }) => (lostAnchors ? lostAnchors.to - lostAnchors.from + 1 : 0)),
    },
    {
      name: 'banjian_backup_timestamp_seconds',
      help: 'Time when the last backup was finished; missing if there was none',
      inspect: gaugeValue(({ backedUpAt }) => backedUpAt),
    },
  ];
}
