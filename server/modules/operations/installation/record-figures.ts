import type { Db } from '#server/kernel/database/transaction.ts';
import { findOpenLoss } from '#server/modules/access/audit/service.ts';
import { type RecordTimes, readRecordTimes } from './record-figures.queries.ts';

/** Figures of the office's record: its last verification and backup, and the anchors that it lacks. */
export interface RecordFigures extends RecordTimes {
  /** Anchors that the database has lost without an acknowledgement. */
  lostAnchors: {
    from: number;
    to: number;
    filedAt: string;
    databaseAt: string | null;
    chains: number;
  } | null;
}

export async function readRecordFigures(db: Db): Promise<RecordFigures> {
  return { ...(await readRecordTimes(db)), lostAnchors: (await findOpenLoss(db)) ?? null };
}
