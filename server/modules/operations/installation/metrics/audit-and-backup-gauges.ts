import type { AuditAndBackupFigures } from '../audit-and-backup-figures.ts';
import type { LastFigures } from '../figures.ts';
import type { MeasuredGauge } from './gauges.ts';

/**
 * Returns gauges of the last verification of the audit log (time and findings), of lost anchors, and of the last
 * backup.
 */
export function auditAndBackupGauges(last: () => LastFigures): MeasuredGauge[] {
  const gaugeValue = (read: (lastFigures: AuditAndBackupFigures) => number | null) => () => {
    const { figures } = last();
    return figures && (read(figures.auditAndBackup) ?? undefined);
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
