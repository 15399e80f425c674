import type { Db } from '#server/database/transaction.ts';
import { findOpenLoss } from '#server/modules/audit/service.ts';
import { type RecordTimes, readRecordTimes } from './record-figures.queries.ts';

/** How the record of the office stands: proved, saved, and as new as the anchors outside. */
export interface RecordFigures extends RecordTimes {
  /** Anchors that the database has lost and nobody has acknowledged. */
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
