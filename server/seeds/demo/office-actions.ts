/**
 * The actions of the demo's people, as the composer of stories sees them. A thin adapter carries each call to the real
 * service, as that person and at that time; the stories know neither ids nor tables.
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
  /** An organisation says of which kind it is and who represents it. */
  organisation?: { applyerType: string; enterpriseType: string; represent: ApplicantEntry };
}

export interface FormEntry {
  formCode: string;
  content: Readonly<Record<string, unknown>>;
  /** Upload fields: names of the files that the person attaches; the adapter stores small ones of the right type. */
  files?: Readonly<Record<string, readonly string[]>>;
}

export interface StartEntry {
  taskCode: string;
  applicant: ApplicantEntry;
  form: FormEntry;
}

export interface HandleEntry {
  /** The node whose open task the person handles. */
  nodeId: string;
  /** Its code decides the action: 1 handle, 9 forward, 12 choose branch. */
  buttonId: string;
  opinion: string;
  form?: FormEntry;
  /** Candidate keys by the id of the node that comes next. */
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

/** Others are asked at a node: for yes or no, for a word beside one's own, or to do it in one's place. */
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
  /** Yes or no of a countersign; a signer gives a word alone. */
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

/**
 * The person and the time. The key names this very action of the plan, so that a seeding cut off half way can
 * begin again.
 */
export interface DatedAction {
  /** The account. */
  person: string;
  at: Date;
  key: string;
}

/**
 * `Order` is whatever the adapter needs to find the order again. The same action again has no second effect and answers
 * the same. A refusal is thrown: the plan was wrong.
 */
export interface OfficeActions<Order> {
  saveDraft(step: DatedAction, entry: StartEntry): Promise<void>;
  start(step: DatedAction, entry: StartEntry): Promise<Order>;
  handle(step: DatedAction, order: Order, entry: HandleEntry): Promise<void>;
  return(step: DatedAction, order: Order, entry: ReturnEntry): Promise<void>;
  resubmit(step: DatedAction, order: Order, entry: ResubmitEntry): Promise<void>;
  /** Takes back what the person did last at the node. */
  withdraw(step: DatedAction, order: Order, entry: { nodeId: string; reason: string }): Promise<void>;
  recall(step: DatedAction, order: Order, entry: { reason: string }): Promise<void>;
  terminate(step: DatedAction, order: Order, entry: EndEntry): Promise<void>;
  void(step: DatedAction, order: Order, entry: EndEntry): Promise<void>;
  ask(step: DatedAction, order: Order, entry: AskEntry): Promise<void>;
  /** The word of one who was asked. */
  answer(step: DatedAction, order: Order, entry: AnswerEntry): Promise<void>;
  copy(step: DatedAction, order: Order, entry: CopyEntry): Promise<void>;
  /** Opens the order that a copy shows, and leaves a reading note unless it is empty. */
  readCopy(step: DatedAction, order: Order, entry: { note: string }): Promise<void>;
  urge(step: DatedAction, order: Order, entry: UrgeEntry): Promise<void>;
}

export type OfficeAct =
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
  | { act: 'urge'; entry: UrgeEntry };

/** One thing that one person does at one time. */
export type OfficeStep = OfficeAct & { person: string; at: Date };

/** The life of one order as planned; the first step starts it (or, alone, leaves a draft). */
export interface Story {
  taskCode: string;
  steps: readonly OfficeStep[];
}
