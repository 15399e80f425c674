import type { TimeLimit } from '../calendar/clock-ledger.ts';
import type { CorrectionCategory } from '../enumerations/correction.ts';
import type { PaperProblem } from '../enumerations/paper-state.ts';

/** Content of a correction, and the inputs of its commands. */

/** A material that a correction asks for. */
export interface PaperRequest {
  /** The material's id in the item's list (`paperIdOf`); null for one that is not in the list. */
  id: string | null;
  name: string;
  problem: PaperProblem;
  /** What the applicant has to do, as the applicant reads it. */
  reason: string;
}

/** A material of a correction with the answer to it. */
export interface CorrectedPaper extends PaperRequest {
  fileIds: readonly string[];
  /** Null until the answer is reviewed. */
  qualified: boolean | null;
  /** Reason of a material that is not qualified. */
  verdict: string;
}

export interface CorrectionData {
  /** Null while it is open whether the correction is made online or at the window. */
  category: CorrectionCategory | null;
  papers: readonly CorrectedPaper[];
  limit: TimeLimit;
  /** Last moment (ISO) of the limit; null for an acceptance by silence. */
  endsAt: string | null;
  /** How often it was asked, from 1. */
  round: number;
  /** Remark of the applicant with the answer. */
  remark: string;
  /** Time (ISO) at which the answer was submitted or the papers were received at the window. */
  submittedAt: string | null;
  remindedAt: string | null;
  /** Reason for which it was given up, taken back, or accepted with a material that is not qualified. */
  reason: string;
}

export interface AskCorrectionInput {
  category: CorrectionCategory | null;
  limit: TimeLimit;
  papers: readonly PaperRequest[];
}
export interface ChooseCategoryInput {
  category: CorrectionCategory;
}
/** An answer: the files for each asked material, in the order of the request. */
export interface SubmitCorrectionInput {
  files: readonly (readonly string[])[];
  remark: string;
}
/** The verdict on each asked material, in the order of the request. */
export interface PaperVerdict {
  qualified: boolean;
  reason: string;
}
export interface ReviewCorrectionInput {
  verdicts: readonly PaperVerdict[];
  /** True if the order goes on although a material is not qualified. */
  acceptsIncomplete: boolean;
}
export interface ReceiveCorrectionInput extends ReviewCorrectionInput {
  /** Time (ISO) at which the papers arrived at the window. */
  receivedAt: string;
  remark: string;
}
export interface AskAgainInput {
  verdicts: readonly PaperVerdict[];
  limit: TimeLimit;
}
/** The verdicts of an answer that does not suffice. */
export interface DeclineCorrectionInput {
  verdicts: readonly PaperVerdict[];
}
export interface CorrectionReasonInput {
  reason: string;
}

export type CorrectionState =
  | 'kindOpen'
  | 'online'
  | 'offline'
  | 'submitted'
  | 'accepted'
  | 'unqualified'
  | 'abandoned'
  | 'continued'
  | 'returned'
  | 'cancelled'
  | 'deemed';
