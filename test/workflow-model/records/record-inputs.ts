import { DayUnit } from '#domain/enumerations/day-unit.ts';
import { PaperForm } from '#domain/enumerations/paper-form.ts';
import { PaperState } from '#domain/enumerations/paper-state.ts';
import { SupplementTerm } from '#domain/enumerations/supplement.ts';
import { paperIdOf } from '#domain/materials/material-check.ts';
import type { Paper } from '#domain/materials/materials.ts';
import type { CorrectionData } from '#domain/records/correction-data.ts';
import type { RareData, RareFacts } from '#domain/records/rare-data.ts';
import type { RecordCommands } from '#domain/records/registry.ts';
import type { SideRecord } from '#domain/records/side-record.ts';
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

/** Kinds that the walk covers; the others need an outside system, other orders, or fees. */
type WalkedKind = 'extension' | 'suspension' | 'correction' | 'rare';

/** A random input of every command; a new command of these kinds does not compile without one. */
export const recordInputs: { [Kind in WalkedKind]: InputsOf<RecordCommands[Kind]> } = {
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
};

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
