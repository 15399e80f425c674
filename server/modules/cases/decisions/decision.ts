import type { ClockLedger, TimeLimit } from '#domain/calendar/clock-ledger.ts';
import type { ContentChange } from '#domain/forms/content-changes.ts';
import type { PendingNotice } from '#domain/messages/notice.ts';
import type { Judgement, PetitionLink } from '#domain/petitions/petition-links.ts';
import type { OrderState, WorkflowEvent } from '#domain/workflow/model/model.ts';
import type { Signer } from '#server/modules/access/audit/service.ts';
import type { RowChanges } from './row-changes.ts';

/** Everything that one decision writes, all of it or nothing. */
export interface Decision {
  workorderId: string;
  taskCode: string;
  areaCode: string;
  action: string;
  actor: { staffId: string; name: string; orgName: string };
  at: Date;
  state: OrderState;
  events: readonly WorkflowEvent[];
  rowChanges: RowChanges;
  clock: ClockLedger | null;
  due: { dueAt: Date | null; provisional: boolean };
  /** Number of the next row without a node. */
  recordNumber: number;
  forms: ChangedForm[];
  /** Pending values: typed at an activity instance by an action that fills in no form. */
  pending: { number: number; forms: PendingForm[] } | null;
  /** Task draft that stays at the task for the person who acted, because others are asked first. */
  remainingDraft: RemainingTaskDraft | null;
  /** Action 13: the contents are marked as deleted. */
  deletesForms: boolean;
  /** Uploads that become files of the order: from then on every reader of the order may read them. */
  fileIds: string[];
  audit: OrderAudit;
  /**
   * People named by the command: all of them must be in service when it is written, or nothing is written.
   */
  namedIds: readonly string[];
  /** Sent in addition to the messages of the action, after the commit. */
  notice: PendingNotice | null;
  /** Null if the answer need not be repeatable. */
  idempotency: IdempotentAnswer | null;
  /**
   * A new order, or the version of the order that was read: any change since then makes the decision void.
   */
  order: NewOrder | OrderVersion;
}

/**
 * State on which the decision is based: the order's version and the end of its audit chain, which every
 * change updates.
 */
export interface OrderVersion {
  version: number;
  auditSeq: number;
  auditHash: string;
}

export interface IdempotentAnswer {
  key: string;
  endpoint: string;
  requestHash: string;
  answer: string;
}

export interface FormContent {
  formCode: string;
  content: Record<string, unknown>;
}

/** A form that the decision changes. */
export interface ChangedForm extends FormContent {
  changes: readonly ContentChange[];
  /** Ids of the changed fields. */
  fields: readonly string[];
  /** Encrypted values of these fields before the change; a field without a value is left out. */
  previous: Record<string, unknown>;
  /** Those of the fields that had a value. */
  overwritten: readonly string[];
}

/** Pending values of a form: typed, and not yet in it. */
export interface PendingForm extends FormContent {
  /** Base version of each field: the version of the form on which it was typed, 0 for none. */
  openedOn: Readonly<Record<string, number>>;
}

/** Content that a person typed at a task that returns to that person (docs/decisions/0112). */
export interface RemainingTaskDraft {
  /** The trace of the task. */
  number: number;
  /** Id of the draft, which keeps its files. */
  id: string;
  /** The encrypted content; null if there is no typed content any more. */
  sealed: string | null;
  fileIds: readonly string[];
}

/** Content of the record in the order's audit chain beyond the decision itself. */
export interface OrderAudit {
  signer: Signer;
  detail: Record<string, unknown>;
  requestId: string;
}

/** Facts of a new order that no later action changes. */
export interface NewOrder {
  businessItemId: string;
  itemName: string;
  title: string;
  processDefinitionId: string;
  areaName: string;
  orgId: string;
  serveTypes: string[];
  forms: (FormContent & { formDefinitionId: string })[];
  applicant: SealedApplicant;
  /** True if no other order of its applicant and item may be started while it is unfinished (duplicate check). */
  blocksDuplicates: boolean;
  draftId: string | null;
  /** Year of the public code. */
  year: number;
  /** Null if nothing was judged and no earlier order is linked. */
  petition: PetitionOfOrder | null;
  /** Limit of the whole order instead of that of its process: 复查 and 复核 have their own. */
  limit?: TimeLimit | undefined;
}

/** What the person who starts a petition decided about earlier ones (docs/decisions/0234). */
export interface PetitionOfOrder {
  judgement: { result: Judgement; newFacts: string } | null;
  /** Links from the new order to earlier ones. */
  links: readonly { id: string; kind: PetitionLink; earlierId: string }[];
}

export interface SealedApplicant {
  name: string;
  sex: string;
  certCategory: string;
  certCodeSealed: string;
  certCodeDigest: string;
  mobileSealed: string;
  mobileDigest: string;
  region: string[];
  detailsSealed: string;
  applicantType: string;
  enterpriseType: string;
  representCertDigest: string;
}

export function isNewOrder(order: Decision['order']): order is NewOrder {
  return 'businessItemId' in order;
}

/**
 * Placeholder for the public code, which is not known yet: the number is assigned inside the writing statement,
 * so that the year's counter is locked only for one statement and a commit, and a refused start uses no number.
 */
export const codePlaceholder = '{办件流水号}';
