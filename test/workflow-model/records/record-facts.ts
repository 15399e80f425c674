import type { SideRecord } from '#domain/records/side-record.ts';

/** Meaning of a state of a side record for its order, written a second time from S1 §4 and the decision pages. */
export interface StateFacts {
  isOpen?: true;
  stopsClock?: true;
  blocksTask?: true;
  /** What may not end the order meanwhile: its flow only, or any action. */
  holds?: 'flow' | 'all';
  /** Status of the order while the record is in the state. */
  status?: number;
  /** Status of the order from the change until the next action. */
  note?: number;
}

const waitsForApplicant = { isOpen: true, stopsClock: true, blocksTask: true, holds: 'flow' } as const;
const holdsTask = { isOpen: true, blocksTask: true, holds: 'flow' } as const;
const holdsOrder = { isOpen: true, holds: 'all' } as const;
const lacksMaterials = { isOpen: true, holds: 'flow' } as const;

/** Facts of each state by kind. */
export const recordFacts: Readonly<Record<string, Readonly<Record<string, StateFacts>>>> = {
  suspension: { suspended: waitsForApplicant, resumed: {}, cancelled: {} },
  extension: { requested: { isOpen: true }, granted: {}, refused: {}, cancelled: {} },
  correction: {
    kindOpen: { ...waitsForApplicant, status: 7 },
    online: { ...waitsForApplicant, status: 36 },
    offline: { ...waitsForApplicant, status: 37 },
    submitted: { isOpen: true, blocksTask: true, holds: 'flow', status: 34 },
    accepted: { note: 17 },
    unqualified: {},
    abandoned: { note: 19 },
    continued: {},
    returned: {},
    cancelled: {},
    deemed: {},
  },
  rare: {
    pending: lacksMaterials,
    awaitingAudit: lacksMaterials,
    rejected: lacksMaterials,
    done: {},
    ended: {},
    returned: {},
  },
  special: {
    requested: { ...holdsTask, status: 33 },
    running: { ...holdsTask, stopsClock: true, status: 8 },
    runningCounted: { ...holdsTask, status: 8 },
    done: { note: 18 },
    refused: {},
    withdrawn: {},
    cancelled: {},
  },
  payment: { unpaid: holdsTask, paying: holdsTask, paid: {}, refunding: {}, refunded: {}, revoked: {} },
  express: {
    ordering: { isOpen: true },
    refused: { isOpen: true },
    moving: { isOpen: true },
    delivered: {},
    returned: {},
    cancelled: {},
  },
  output: { waiting: { isOpen: true }, posting: { isOpen: true }, served: {}, cancelled: {} },
  supervision: { awaiting: holdsOrder, answered: holdsOrder, returned: holdsOrder, accepted: {}, waived: {} },
  merge: {
    merged: { isOpen: true, blocksTask: true },
    parted: {},
    answered: {},
    leading: { isOpen: true },
    alone: {},
    closed: {},
  },
};

/** Returns the facts of the state that a record is in; throws for a state that the table does not have. */
export function factsOf({ kind, state }: Pick<SideRecord, 'kind' | 'state'>): StateFacts {
  const facts = recordFacts[kind]?.[state];
  if (!facts) throw new Error(`The oracle does not know the state ${state} of ${kind}`);
  return facts;
}

/** Kinds whose records stay open when their visit ends: what was sent or issued is still on its way. */
export const kindsBeyondVisits: readonly string[] = ['express', 'output'];

/** Kinds of which each visit may have one open record. */
export const kindsOpenOncePerVisit: readonly string[] = ['suspension', 'special', 'payment'];

/** Kinds of which an order may have only one open record. */
export const kindsOpenOnce: readonly string[] = ['correction', 'rare', 'extension', 'supervision', 'merge'];
