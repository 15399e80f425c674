import type { Db } from '#server/kernel/database/transaction.ts';
import { findOpenLoss } from '#server/modules/access/audit/service.ts';
import { type RecordTimes, readRecordTimes } from './record-figures.queries.ts';

/** Figures about the records of the office: the last verification and backup, and missing anchors. */
export interface RecordFigures extends RecordTimes {
  /** Anchors that are missing from the database, if the loss was not acknowledged. */
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
