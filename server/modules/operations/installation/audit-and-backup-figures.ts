import type { Db } from '#server/kernel/database/transaction.ts';
import { findOpenLoss } from '#server/modules/access/audit/service.ts';
import { type AuditAndBackupTimes, readAuditAndBackupTimes } from './audit-and-backup-figures.queries.ts';

/** Figures about the last verification of the audit log, the last backup, and lost anchors. */
export interface AuditAndBackupFigures extends AuditAndBackupTimes {
  /** Anchors that are missing from the database, if the loss was not acknowledged. */
  lostAnchors: {
    from: number;
    to: number;
    filedAt: string;
    databaseAt: string | null;
    chains: number;
  } | null;
}

export async function readAuditAndBackupFigures(db: Db): Promise<AuditAndBackupFigures> {
  return { ...(await readAuditAndBackupTimes(db)), lostAnchors: (await findOpenLoss(db)) ?? null };
}
