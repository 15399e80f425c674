import type { TimeLimit } from '../calendar/clock-ledger.ts';
import type { SupplementTerm } from '../enumerations/supplement.ts';
import type { OutstandingPaper } from '../materials/material-check.ts';
import type { Paper } from '../materials/materials.ts';

/** Content of a rare supplement, and the inputs of its commands. */

/** A material that the applicant supplies later. */
export interface LackingPaper {
  /** The material's id in the item's list (`paperIdOf`). */
  id: string;
  name: string;
  fileIds: readonly string[];
}

export interface RareData {
  term: SupplementTerm;
  papers: readonly LackingPaper[];
  limit: TimeLimit;
  /** Last moment (ISO) of the limit. */
  endsAt: string;
  /** Days before the end, in the unit of the limit, at which the applicant is reminded; largest first. */
  reminders: readonly number[];
  /** Times (ISO) of the reminders that are still to come. */
  remindAt: readonly string[];
  /** The promise as the applicant signed it, and the files of the signed sheet. */
  promise: { text: string; fileIds: readonly string[] };
  /** Remark of the applicant with the materials. */
  remark: string;
  submittedAt: string | null;
  /** Reason of a rejection or of an end. */
  reason: string;
}

/** Materials of the order as the portal knows them; the service reads them, no client sends them. */
export interface RareFacts {
  papers: readonly Paper[];
  outstanding: readonly OutstandingPaper[];
}

export interface AskRareInput {
  term: SupplementTerm;
  paperIds: readonly string[];
  limit: TimeLimit;
  reminders: readonly number[];
  /** True if the applicant has promised in writing to supply the materials. */
  promised: boolean;
  /** Files of the signed promise. */
  fileIds?: readonly string[];
  facts: RareFacts;
}
/** The files for each lacking material, in the order of the request. */
export interface SubmitRareInput {
  files: readonly (readonly string[])[];
  remark: string;
}
export interface RareReasonInput {
  reason: string;
}

export type RareState = 'pending' | 'awaitingAudit' | 'done' | 'rejected' | 'ended' | 'returned';
