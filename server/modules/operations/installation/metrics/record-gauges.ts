import type { ReadFigures } from '../figures.ts';
import type { RecordFigures } from '../record-figures.ts';
import type { MeasuredGauge } from './gauges.ts';

/** Gauges for the times of the last verification and the last backup, and for their results. */
export function recordGauges(last: () => ReadFigures): MeasuredGauge[] {
  const of = (read: (record: RecordFigures) => number | null) => () => {
    const { figures } = last();
    return figures && (read(figures.record) ?? undefined);
  };
  return [
    {
      name: 'banjian_audit_verified_timestamp_seconds',
      help: 'When the audit log was verified to its end last; before the first time, when the portal was first started',
      inspect: of(({ verifiedAt }) => verifiedAt),
    },
    {
      name: 'banjian_audit_findings',
      help: 'Findings of the last check of the audit log that nobody has acknowledged',
      inspect: of(({ findings }) => findings),
    },
    {
      name: 'banjian_audit_acknowledged_findings',
      help: 'Findings of the last check of the audit log that were acknowledged',
      inspect: of(({ acknowledged }) => acknowledged),
    },
    {
      name: 'banjian_audit_lost_anchors',
      help: 'Anchors that the file outside has and the database lost, until it is acknowledged',
      inspect: of(({ lostAnchors }) => (lostAnchors ? lostAnchors.to - lostAnchors.from + 1 : 0)),
    },
    {
      name: 'banjian_backup_timestamp_seconds',
      help: 'When the last backup was finished; missing where there was none',
      inspect: of(({ backedUpAt }) => backedUpAt),
    },
  ];
}
