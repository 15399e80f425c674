import { addDays, localDateOf } from '#domain/calendar/local-date.ts';
import { DayUnit } from '#domain/enumerations/day-unit.ts';
import { PaperForm } from '#domain/enumerations/paper-form.ts';
import { PaperState } from '#domain/enumerations/paper-state.ts';
import { RefundReason } from '#domain/enumerations/payment.ts';
import { PostalTracking } from '#domain/enumerations/postal-tracking.ts';
import { SpecialType } from '#domain/enumerations/special-type.ts';
import { SupplementTerm } from '#domain/enumerations/supplement.ts';
import { WorkOrderStatus } from '#domain/enumerations/work-order-status.ts';
import { paperIdOf } from '#domain/materials/material-check.ts';
import type { Paper } from '#domain/materials/materials.ts';
import { SupervisionCard } from '#domain/records/card-rule.ts';
import type { CorrectionData } from '#domain/records/correction-data.ts';
import { MergedLimit } from '#domain/records/merge.ts';
import { Collector } from '#domain/records/output.ts';
import { OutputWay } from '#domain/records/output-way.ts';
import type { RareData, RareFacts } from '#domain/records/rare-data.ts';
import type { RecordCommands } from '#domain/records/registry.ts';
import type { SideRecord } from '#domain/records/side-record.ts';
import { DelayCause, SupervisionGround } from '#domain/records/supervision.ts';
import { SuspensionGround } from '#domain/records/suspension.ts';
import type { OrderState } from '#domain/workflow/model/model.ts';
import type { Random } from '../random.ts';

/** What an input may be drawn from. */
export interface InputPosition {
  state: OrderState;
  record: SideRecord | undefined;
  now: Date;
  random: Random;
}

type InputsOf<Commands> = { [Name in keyof Commands]: (position: InputPosition) => Commands[Name] };

const paper = (name: string): Paper => ({
  name,
  form: PaperForm.original,
  copies: 1,
  required: true,
  note: '',
  rare: true,
});
const papers = [paper('申请书'), paper('营业执照'), paper('场地证明')];

const days = ({ random }: InputPosition) => 1 + random.below(8);
const limit = (position: InputPosition) => ({
  amount: days(position),
  unit: position.random.chance(0.7) ? DayUnit.workingDays : DayUnit.calendarDays,
});
/** A reason; sometimes a blank one, which must be refused. */
const reason = ({ random }: InputPosition) => (random.chance(0.1) ? ' ' : '情况需要');
const dataOf = <Data>({ record }: InputPosition) => record?.data as Data | undefined;
const none = () => ({});

const askedPapers = ({ random }: InputPosition) =>
  random.some(papers).map(({ name }) => ({
    id: null,
    name,
    problem: PaperState.missing,
    reason: '请补交原件',
  }));
const verdictsOf = (position: InputPosition) =>
  (dataOf<CorrectionData>(position)?.papers ?? []).map(() => ({
    qualified: position.random.chance(0.7),
    reason: '不清晰',
  }));
const filesOf = (position: InputPosition) =>
  (dataOf<CorrectionData | RareData>(position)?.papers ?? []).map(() => ['file-1']);
const category = ({ random }: InputPosition) => random.pick([1, 2] as const) ?? 1;

/** Draws a time between the opening of the record and now; sometimes one outside. */
function receivedAt({ record, now, random }: InputPosition): string {
  const from = Date.parse(record?.openedAt ?? now.toISOString());
  const share = random.chance(0.1) ? 1.5 : random.below(100) / 100;
  return new Date(from + Math.floor((now.getTime() - from) * share)).toISOString();
}

const rareFacts = (): RareFacts => ({ papers, outstanding: [] });

/** A random input of every command; a new command does not compile without one. */
export const recordInputs: { [Kind in keyof RecordCommands]: InputsOf<RecordCommands[Kind]> } = {
  extension: {
    request: (position) => ({ ...extensionOf(position), reason: reason(position) }),
    grant: (position) => ({ ...extensionOf(position), reason: reason(position) }),
    approve: (position) => ({ reason: reason(position) }),
    refuse: (position) => ({ reason: reason(position) }),
  },
  suspension: {
    suspend: (position) => ({
      ground: position.random.pick(Object.values(SuspensionGround)) ?? SuspensionGround.other,
      reason: reason(position),
    }),
    resume: (position) => ({ reason: reason(position) }),
  },
  correction: {
    ask: (position) => ({
      category: position.random.chance(0.2) ? null : category(position),
      limit: limit(position),
      papers: askedPapers(position),
    }),
    choose: (position) => ({ category: category(position) }),
    submit: (position) => ({ files: filesOf(position), remark: '' }),
    receive: (position) => ({
      verdicts: verdictsOf(position),
      acceptsIncomplete: position.random.chance(0.5),
      receivedAt: receivedAt(position),
      remark: '',
    }),
    accept: (position) => ({
      verdicts: verdictsOf(position),
      acceptsIncomplete: position.random.chance(0.5),
    }),
    decline: (position) => ({ verdicts: verdictsOf(position) }),
    again: (position) => ({ verdicts: verdictsOf(position), limit: limit(position) }),
    remind: none,
    abandon: (position) => ({ reason: reason(position) }),
    cancel: (position) => ({ reason: reason(position) }),
    expire: none,
    deem: none,
  },
  rare: {
    ask: (position) => ({
      term: position.random.pick(Object.values(SupplementTerm)) ?? SupplementTerm.beforeCompletion,
      paperIds: position.random.some(papers).map(paperIdOf),
      limit: limit(position),
      reminders: position.random.chance(0.5) ? [1] : [],
      promised: position.random.chance(0.9),
      facts: rareFacts(),
    }),
    submit: (position) => ({ files: filesOf(position), remark: '' }),
    receive: () => ({ remark: '' }),
    accept: none,
    reject: (position) => ({ reason: reason(position) }),
    remind: none,
    end: (position) => ({ reason: reason(position) }),
    expire: none,
  },
  special: {
    request: (position) => ({
      type: position.random.pick(specialTypes) ?? SpecialType.hearing,
      reason: reason(position),
      agency: position.random.chance(0.5) ? '' : '县疾控中心',
      ...limit(position),
    }),
    confirm: (position) => ({ reason: reason(position) }),
    refuse: (position) => ({ reason: reason(position) }),
    withdraw: (position) => ({ reason: reason(position) }),
    prolong: (position) => ({ amount: days(position), reason: reason(position) }),
    finish: (position) => ({
      conclusion: '合格',
      result: reason(position),
      receivedOn: localDateOf(new Date(receivedAt(position))),
    }),
    remind: none,
  },
  payment: {
    order: () => ({ number: '3301272026000001', payer: '', fees: [{ code: walkedFee.code }] }),
    pay: () => undefined as never,
    revoke: (position) => ({ reason: reason(position) }),
    refund: (position) => ({
      amount: walkedFee.standard,
      reason: RefundReason.other,
      note: reason(position),
      counts: position.random.chance(0.7),
    }),
    reportUnpaid: () => ({}),
    reportPaying: () => ({}),
    reportPaid: ({ now }) => ({ paidAt: now.toISOString() }),
    reportRefunding: () => ({}),
    reportRefunded: () => ({ refunded: walkedFee.standard }),
    reportRevoked: () => ({}),
  },
  express: {
    send: expressItem,
    expect: expressItem,
    track: ({ now, random }) => ({
      mailNum: random.chance(0.8) ? '1234567890123' : null,
      status: PostalTracking.awaitingCourier,
      deliveredAt: random.chance(0.4) ? now.toISOString() : null,
      isReturned: random.chance(0.2),
      fault: random.chance(0.5) ? '超出派送范围' : '',
    }),
    receive: (position) => ({ at: receivedAt(position), reason: reason(position) }),
    cancel: (position) => ({ reason: reason(position) }),
  },
  output: {
    issue: ({ random }) => ({
      outputs: [{ name: '许可证', number: '', copies: 1 }],
      way: random.pick(Object.values(OutputWay)) ?? OutputWay.window,
    }),
    collect: () => ({
      collector: Collector.self,
      name: '王小青',
      certCode: '',
      relation: '',
      fileIds: ['file-1'],
    }),
    toPost: none,
    toWindow: none,
    serve: ({ now, random }) => ({ at: random.chance(0.8) ? now.toISOString() : null }),
    cancel: (position) => ({ reason: reason(position) }),
  },
  supervision: {
    open: (position) => ({
      grounds: [SupervisionGround.stepOverdue],
      demand: reason(position),
      answerDays: days(position),
      card: position.random.pick(Object.values(SupervisionCard)) ?? SupervisionCard.none,
    }),
    answer: (position) => ({
      cause: DelayCause.other,
      text: reason(position),
      promisedOn: addDays(localDateOf(position.now), days(position)),
    }),
    accept: none,
    sendBack: (position) => ({ reason: reason(position), answerDays: days(position) }),
    waive: (position) => ({ reason: reason(position) }),
    expire: none,
  },
  merge: {
    merge: (position) => ({
      mainCode: '2026000002',
      mainId: 'main',
      reason: reason(position),
      limit: position.random.pick(Object.values(MergedLimit)) ?? MergedLimit.earliest,
    }),
    part: (position) => ({ reason: reason(position) }),
    release: () => ({ reason: '主办件已作废' }),
    answer: () => ({ status: WorkOrderStatus.concluded }),
    lead: ({ random }) => ({
      members: random.chance(0.7) ? [{ id: 'member', code: '2026000003' }] : [],
      limitOf: '',
      shortenedBy: random.below(2),
      isLimitOpen: false,
      earliestDue: null,
    }),
  },
};

/** The only fee of the walk. */
export const walkedFee = { code: '103049901', standard: 1_000 };
export const specialTypes = [SpecialType.hearing, SpecialType.test, SpecialType.siteSurvey] as const;

function expressItem(position: InputPosition) {
  const output = position.state.records?.findLast(
    ({ kind, state }) => kind === 'output' && state === 'posting',
  );
  return {
    itemId: `item-${position.state.records?.length ?? 0}`,
    carrier: '中国邮政 EMS',
    mailNum: position.random.chance(0.5) ? '' : '1234567890123',
    contents: '许可证',
    party: { name: '王小青', phone: '13800138000', address: '千岛湖镇' },
    outputId: output?.id ?? null,
    isNumberTaken: position.random.chance(0.1),
  };
}

function extensionOf(position: InputPosition) {
  const { state, random } = position;
  const granted = (state.records ?? []).filter(
    (record) => record.kind === 'extension' && record.state === 'granted',
  ).length;
  // Sometimes the leader has not seen the last extension.
  return { days: days(position), granted: random.chance(0.1) ? granted + 1 : granted };
}

/** Draws an input for a command by its names; undefined for a kind that the walk does not know. */
export function drawInput(kind: string, command: string, position: InputPosition): unknown {
  const ofKind = (recordInputs as Readonly<Record<string, InputsOf<Record<string, unknown>>>>)[kind];
  return ofKind?.[command]?.(position);
}

/** Checks whether the walk has inputs for the commands of a kind. */
export function isModelled(kind: string): boolean {
  return Object.hasOwn(recordInputs, kind);
}
