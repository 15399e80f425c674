import { type Fragment, fragment, joinFragments, plainText } from '#server/kernel/database/fragment.ts';
import type { Tx } from '#server/kernel/database/transaction.ts';
import type { AuditRecord } from '#server/modules/access/audit/service.ts';
import { type Decision, isNewOrder, type NewOrder, type OrderVersion } from './decision.ts';
import { auditRecordOfDecision } from './order-audit-record.ts';
import { insertAuditRecord } from './tables/audit-links.queries.ts';
import { deleteUsedDraft } from './tables/drafts.queries.ts';
import { insertFigureChange, insertStartFigures } from './tables/figure-changes.queries.ts';
import { attachFiles, requireAllFiles } from './tables/files.queries.ts';
import { insertIdempotencyKey } from './tables/idempotency-keys.queries.ts';
import { deleteFromInbox, insertIntoInbox, updateInbox, upsertDoneEntries } from './tables/inbox.queries.ts';
import { deletePanelLimits, insertPanelLimits } from './tables/panel-limits.queries.ts';
import { insertFirstLinks, insertJudgement } from './tables/petitions.queries.ts';
import { updateMovedInbox, updateMovedTraces, upsertSideRecords } from './tables/side-records.queries.ts';
import { deleteTaskDrafts, storeTaskDraft } from './tables/staged-tasks.queries.ts';
import { insertOpenedTraces, updateFinishedTraces } from './tables/traces.queries.ts';
import {
  deleteUnfinishedApplication,
  insertApplicant,
  insertUnfinishedApplication,
} from './tables/work-order-applicants.queries.ts';
import { insertCopies } from './tables/work-order-copies.queries.ts';
import { insertEvents, insertOutboxEntry } from './tables/work-order-events.queries.ts';
import {
  insertFormChanges,
  insertForms,
  insertPendingForms,
  markFormsDeleted,
  removeOldestValues,
  updateFilledForms,
} from './tables/work-order-forms.queries.ts';
import { insertRecord } from './tables/work-order-records.queries.ts';
import { insertState, lockPeople, updateState } from './tables/work-order-states.queries.ts';
import { assignCode, insertOrder, insertSearchGrams, updateOrder } from './tables/work-orders.queries.ts';

type Part = (decision: Decision) => Fragment;

/** Parts that are in the statement together or not at all. */
interface Group {
  isNeeded(decision: Decision): boolean;
  parts: readonly Part[];
}

/**
 * Parts that are left out if a decision does not need them. Each group doubles the number of possible
 * statement texts, and each text is prepared on every connection; so rarely needed parts share a group.
 */
const groups: readonly Group[] = [
  {
    isNeeded: ({ rowChanges }) => rowChanges.opened.length + rowChanges.addedToInbox.length > 0,
    parts: [insertOpenedTraces, insertIntoInbox],
  },
  {
    isNeeded: ({ rowChanges }) => rowChanges.removedFromInbox.length > 0,
    parts: [updateFinishedTraces, deleteFromInbox, deleteTaskDrafts],
  },
  { isNeeded: ({ rowChanges }) => rowChanges.remainingInInbox.length > 0, parts: [updateInbox] },
  { isNeeded: ({ rowChanges }) => rowChanges.done.length > 0, parts: [upsertDoneEntries] },
  { isNeeded: changesForms, parts: [updateFilledForms, insertFormChanges, removeOldestValues, attachFiles] },
  {
    isNeeded: needsRareParts,
    parts: [
      insertRecord,
      insertCopies,
      markFormsDeleted,
      insertPendingForms,
      storeTaskDraft,
      deleteUnfinishedApplication,
      insertPanelLimits,
      deletePanelLimits,
      upsertSideRecords,
      updateMovedTraces,
      updateMovedInbox,
    ],
  },
];

function changesForms({ forms, fileIds, order }: Decision): boolean {
  return forms.length > 0 || fileIds.length > 0 || isNewOrder(order);
}

function needsRareParts({ rowChanges, deletesForms, pending, remainingDraft }: Decision): boolean {
  return (
    rowChanges.record !== null ||
    rowChanges.sideRecords.length > 0 ||
    rowChanges.order.ended_at !== null ||
    deletesForms ||
    rowChanges.startedLimits.length + rowChanges.endedLimits.length > 0 ||
    (pending?.forms.length ?? 0) > 0 ||
    remainingDraft !== null
  );
}

/** Returns the additional parts for a new order. */
function startParts(decision: Decision, order: NewOrder, record: AuditRecord): Fragment[] {
  const { petition } = order;
  return [
    assignCode(order),
    insertState(decision, order, record),
    insertOrder(decision, order),
    insertStartFigures(decision, order),
    insertApplicant(order),
    insertForms(decision, order),
    insertSearchGrams(order),
    insertUnfinishedApplication(decision, order),
    deleteUsedDraft(decision, order),
    ...(petition ? [insertJudgement(decision, petition), insertFirstLinks(decision, petition)] : []),
  ];
}

function actionParts(decision: Decision, readVersion: OrderVersion, record: AuditRecord): Fragment[] {
  const peopleParts = decision.namedIds.length > 0 ? [lockPeople(decision)] : [];
  return [
    ...peopleParts,
    updateState(decision, readVersion, record),
    updateOrder(decision),
    insertFigureChange(decision),
  ];
}

/** Result of writing a decision to the database. */
export interface DecisionResult {
  /** The public code of a new order. */
  code: string | null;
}

/**
 * Writes all data of a decision in one statement: state, order, events, traces, inbox, done list, forms,
 * audit record, idempotency key and outbox. The number of round trips determines the speed of an action.
 * Returns undefined, with nothing written, if the order has changed since the decision, or a person named in
 * it has left.
 */
export async function writeDecision(tx: Tx, decision: Decision): Promise<DecisionResult | undefined> {
  const record = auditRecordOfDecision(decision);
  const { order } = decision;
  const isStart = isNewOrder(order);
  const parts = [
    ...(isStart ? startParts(decision, order, record) : actionParts(decision, order, record)),
    insertEvents(decision),
    insertAuditRecord(record),
    insertOutboxEntry(decision),
    ...(decision.idempotency ? [insertIdempotencyKey(decision, decision.idempotency)] : []),
    ...groups
      .filter(({ isNeeded }) => isNeeded(decision))
      .flatMap((group) => group.parts.map((part) => part(decision))),
  ];
  const files = changesForms(decision) ? fragment`, ${requireAllFiles(decision)}` : plainText('');
  const code = plainText(isStart ? '(select code from public_code)' : 'null::text');
  const { rows } = await fragment<DecisionResult>`
with ${joinFragments(parts)}
select ${code} as code${files} from written_state`.execute(tx);
  return rows[0];
}
