import type { RecordKind } from '#domain/records/side-record.ts';

/**
 * The actions of the demo's people, as the composer of stories uses them. A thin adapter turns each into a
 * call of the real service, as that person and at that time; the stories use neither ids nor tables.
 */

export interface ApplicantEntry {
  name: string;
  sex: '1' | '2';
  mobile: string;
  certCategory: '10' | '49';
  certCode: string;
  /** Area codes from the province down. */
  region: readonly string[];
  detailAddress: string;
  /** For an organisation: its type, and its representative. */
  organisation?: { applyerType: string; enterpriseType: string; represent: ApplicantEntry };
}

export interface FormEntry {
  formCode: string;
  content: Readonly<Record<string, unknown>>;
  /**
   * Upload fields: names of the files that the person attaches; the adapter stores small files of the right
   * type.
   */
  files?: Readonly<Record<string, readonly string[]>>;
}

export interface StartEntry {
  taskCode: string;
  applicant: ApplicantEntry;
  form: FormEntry;
  /** Name of the story whose order this one reviews (复查). */
  reviewOf?: string;
}

export interface HandleEntry {
  /** The node whose open task the person handles. */
  nodeId: string;
  /** Its code determines the action: 1 handle, 9 forward, 12 choose branch. */
  buttonId: string;
  opinion: string;
  form?: FormEntry;
  /** Candidate keys by the id of the next node. */
  nextHandlers?: Readonly<Record<string, readonly string[]>>;
  branchNodeIds?: readonly string[];
}

export interface ReturnEntry {
  nodeId: string;
  buttonId: string;
  opinion: string;
  targetNodeIds: readonly string[];
  way: 'replay' | 'direct';
}

export interface ResubmitEntry {
  opinion: string;
  form?: FormEntry;
}

export interface EndEntry {
  nodeId: string;
  buttonId: string;
  opinion: string;
}

/**
 * Asks others at a node: to agree or not (countersign), for an opinion (signers), or to do the task instead
 * (delegation).
 */
export type AskEntry = { nodeId: string; opinion: string } & (
  | {
      asks: 'countersign';
      /** Candidate keys by the name of their group. */
      groups: Readonly<Record<string, readonly string[]>>;
      sequence: 'any' | 'inOrder';
      /** Working days. */
      limitDays: number;
    }
  | { asks: 'signers'; place: 'before' | 'after'; keys: readonly string[] }
  | { asks: 'delegate'; key: string; returns: boolean }
);

export interface AnswerEntry {
  nodeId: string;
  opinion: string;
  /** Whether a countersign is answered with yes; a signer gives only an opinion. */
  passes?: boolean;
}

export interface CopyEntry {
  nodeId: string;
  keys: readonly string[];
  note: string;
}

export interface UrgeEntry {
  /** The node at which the order waits. */
  nodeId: string;
  receivers: readonly string[];
  title: string;
  text: string;
  reason: string;
}

/** A command on a side record of an order. */
export interface RecordEntry {
  kind: Exclude<RecordKind, 'merge'>;
  /** The node at whose open task the record is opened. */
  nodeId: string;
  command: string;
  /** The number of the record that the command changes, 1 by default; `new` opens one. */
  record?: number | 'new';
  input: Readonly<Record<string, unknown>>;
  /** Names of the files that the applicant submits, one for each material. */
  files?: readonly string[];
  /** Names of the files that the person attaches. */
  attachments?: readonly string[];
}

/** A refund of the whole amount of a payment. */
export interface RefundEntry {
  record: number;
  note: string;
}

/** Merges the order into the one of another story. */
export interface MergeEntry {
  into: string;
  reason: string;
}

/** A person of a joint petition. */
export interface JointPerson {
  name: string;
  certCode: string;
  mobile: string;
  isRepresentative: boolean;
}

/**
 * The person and the time. The key identifies this action of the plan, so that an interrupted seeding can
 * continue.
 */
export interface DatedAction {
  /** The account. */
  person: string;
  at: Date;
  key: string;
}

/**
 * `Order` contains what the adapter needs to find the order again. A repeated action has no second effect and
 * returns the same. A refusal is thrown, because it means that the plan is wrong.
 */
export interface OfficeActions<Order> {
  saveDraft(step: DatedAction, entry: StartEntry): Promise<void>;
  /** `reviewed` is the order of the story that the entry names. */
  start(step: DatedAction, entry: StartEntry, reviewed?: Order): Promise<Order>;
  handle(step: DatedAction, order: Order, entry: HandleEntry): Promise<void>;
  return(step: DatedAction, order: Order, entry: ReturnEntry): Promise<void>;
  resubmit(step: DatedAction, order: Order, entry: ResubmitEntry): Promise<void>;
  /** Withdraws the person's last action at the node. */
  withdraw(step: DatedAction, order: Order, entry: { nodeId: string; reason: string }): Promise<void>;
  recall(step: DatedAction, order: Order, entry: { reason: string }): Promise<void>;
  terminate(step: DatedAction, order: Order, entry: EndEntry): Promise<void>;
  void(step: DatedAction, order: Order, entry: EndEntry): Promise<void>;
  ask(step: DatedAction, order: Order, entry: AskEntry): Promise<void>;
  /** The answer of a person who was asked. */
  answer(step: DatedAction, order: Order, entry: AnswerEntry): Promise<void>;
  copy(step: DatedAction, order: Order, entry: CopyEntry): Promise<void>;
  /** Opens the order that was copied, and adds a reading note unless it is empty. */
  readCopy(step: DatedAction, order: Order, entry: { note: string }): Promise<void>;
  urge(step: DatedAction, order: Order, entry: UrgeEntry): Promise<void>;
  record(step: DatedAction, order: Order, entry: RecordEntry): Promise<void>;
  /** The applicant pays the order of payment with this number. */
  pay(step: DatedAction, order: Order, entry: { record: number }): Promise<void>;
  refund(step: DatedAction, order: Order, entry: RefundEntry): Promise<void>;
  merge(step: DatedAction, order: Order, entry: MergeEntry, main: Order): Promise<void>;
  /** Imports the list of names of a joint petition. */
  importPeople(step: DatedAction, order: Order, entry: { people: readonly JointPerson[] }): Promise<void>;
}

export type OfficeActionEntry =
  | { act: 'saveDraft'; entry: StartEntry }
  | { act: 'start'; entry: StartEntry }
  | { act: 'handle'; entry: HandleEntry }
  | { act: 'return'; entry: ReturnEntry }
  | { act: 'resubmit'; entry: ResubmitEntry }
  | { act: 'withdraw'; entry: { nodeId: string; reason: string } }
  | { act: 'recall'; entry: { reason: string } }
  | { act: 'terminate' | 'void'; entry: EndEntry }
  | { act: 'ask'; entry: AskEntry }
  | { act: 'answer'; entry: AnswerEntry }
  | { act: 'copy'; entry: CopyEntry }
  | { act: 'readCopy'; entry: { note: string } }
  | { act: 'urge'; entry: UrgeEntry }
  | { act: 'record'; entry: RecordEntry }
  | { act: 'pay'; entry: { record: number } }
  | { act: 'refund'; entry: RefundEntry }
  | { act: 'merge'; entry: MergeEntry }
  | { act: 'importPeople'; entry: { people: readonly JointPerson[] } };

/** One action of one person at one time. */
export type OfficeStep = OfficeActionEntry & { person: string; at: Date };

/** All planned steps of one order. The first step starts the order; a single step may save a draft instead. */
export interface Story {
  /** By which later stories refer to its order. */
  name?: string;
  taskCode: string;
  steps: readonly OfficeStep[];
}
