import { type Fragment, fragment, joined, plainText } from '#server/kernel/database/fragment.ts';
import type { Tx } from '#server/kernel/database/transaction.ts';
import type { AuditLink } from '#server/modules/access/audit/service.ts';
import { type Decision, isNewOrder, type NewOrder, type ReadVersion } from './decision.ts';
import { linkOfDecision } from './order-link.ts';
import { newLink } from './tables/audit-links.queries.ts';
import { usedDraft } from './tables/drafts.queries.ts';
import { changedFigures, countedStart } from './tables/figure-changes.queries.ts';
import { attachedFiles, requireAllFiles } from './tables/files.queries.ts';
import { answeredKey } from './tables/idempotency-keys.queries.ts';
import { addedToInbox, doneEntries, removedFromInbox, updatedInInbox } from './tables/inbox.queries.ts';
import { endedLimits, startedLimits } from './tables/panel-limits.queries.ts';
import { deletedStaging, storedStaging } from './tables/staged-tasks.queries.ts';
import { finishedTraces, openedTraces } from './tables/traces.queries.ts';
import { freedPlace, newApplicant, occupiedPlace } from './tables/work-order-applicants.queries.ts';
import { newCopies } from './tables/work-order-copies.queries.ts';
import { newEvents, outboxEntry } from './tables/work-order-events.queries.ts';
import { deletedForms, filledForms, newForms, typedForms } from './tables/work-order-forms.queries.ts';
import { newRecord } from './tables/work-order-records.queries.ts';
import { lockedPeople, newState, nextState } from './tables/work-order-states.queries.ts';
import { newOrderRow, nextCode, searchGrams, updatedOrder } from './tables/work-orders.queries.ts';

type Part = (decision: Decision) => Fragment;

/** Parts that are in the statement together or not at all. */
interface Group {
  needed(decision: Decision): boolean;
  parts: readonly Part[];
}

/**
 * Parts that are left out if a decision does not need them. Each group doubles the number of possible
 * statement texts, and each text is prepared on every connection; so rarely needed parts share a group.
 */
const groups: readonly Group[] = [
  {
    needed: ({ recording }) => recording.opened.length + recording.addedToInbox.length > 0,
    parts: [openedTraces, addedToInbox],
  },
  {
    needed: ({ recording }) => recording.removedFromInbox.length > 0,
    parts: [finishedTraces, removedFromInbox, deletedStaging],
  },
  { needed: ({ recording }) => recording.stayedInInbox.length > 0, parts: [updatedInInbox] },
  { needed: ({ recording }) => recording.done.length > 0, parts: [doneEntries] },
  { needed: takesForms, parts: [filledForms, attachedFiles] },
  {
    needed: isRare,
    parts: [
      newRecord,
      newCopies,
      deletedForms,
      typedForms,
      storedStaging,
      freedPlace,
      startedLimits,
      endedLimits,
    ],
  },
];

function takesForms({ forms, fileIds, order }: Decision): boolean {
  return forms.length > 0 || fileIds.length > 0 || isNewOrder(order);
}

function isRare({ recording, deletesForms, typed, staging }: Decision): boolean {
  return (
    recording.record !== null ||
    recording.order.ended_at !== null ||
    deletesForms ||
    recording.begunLimits.length + recording.endedLimits.length > 0 ||
    (typed?.forms.length ?? 0) > 0 ||
    staging !== null
  );
}

/** Returns the additional parts for a new order. */
function startParts(decision: Decision, order: NewOrder, link: AuditLink): Fragment[] {
  return [
    nextCode(order),
    newState(decision, order, link),
    newOrderRow(decision, order),
    countedStart(decision, order),
    newApplicant(order),
    newForms(decision, order),
    searchGrams(order),
    occupiedPlace(decision, order),
    usedDraft(decision, order),
  ];
}

function actParts(decision: Decision, read: ReadVersion, link: AuditLink): Fragment[] {
  const named = decision.namedIds.length > 0 ? [lockedPeople(decision)] : [];
  return [...named, nextState(decision, read, link), updatedOrder(decision), changedFigures(decision)];
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
  const link = linkOfDecision(decision);
  const { order } = decision;
  const isStart = isNewOrder(order);
  const parts = [
    ...(isStart ? startParts(decision, order, link) : actParts(decision, order, link)),
    newEvents(decision),
    newLink(link),
    outboxEntry(decision),
    ...(decision.idempotency ? [answeredKey(decision, decision.idempotency)] : []),
    ...groups
      .filter(({ needed }) => needed(decision))
      .flatMap((group) => group.parts.map((part) => part(decision))),
  ];
  const files = takesForms(decision) ? fragment`, ${requireAllFiles(decision)}` : plainText('');
  const code = plainText(isStart ? '(select code from public_code)' : 'null::text');
  const { rows } = await fragment<DecisionResult>`
with ${joined(parts)}
select ${code} as code${files} from written_state`.execute(tx);
  return rows[0];
}
