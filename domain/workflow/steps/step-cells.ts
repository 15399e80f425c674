import { WorkOrderStatus as Status } from '../../enumerations/work-order-status.ts';
import type { SheetValue } from '../../sheets/import-sheet.ts';
import type { StepLimit } from '../model/model.ts';
import { limitText } from '../stages.ts';
import {
  type Entry,
  entryExcerpt,
  formText,
  handlerText,
  readForm,
  readHandler,
  readPlanLimit,
} from './cell-notation.ts';
import { conditionCell, readConditionCell } from './condition-cell.ts';
import { type KnownNames, problemOfForm, problemsOfCondition, resolveHandler } from './known-names.ts';
import { statusLabel, statusOfLabel } from './status-texts.ts';
import { yesNo } from './step-columns.ts';
import {
  type PlanStep,
  type StepForm,
  type StepHandler,
  type StepPlan,
  type StepShare,
  sortedForms,
  stepButtonNames,
  stepButtons,
  stepShareLabel,
  stepShares,
} from './step-plan.ts';

/** Changes of a step or plan by a cell, or all errors of the cell. */
export type CellChange<Subject> = { change: Partial<Subject> } | { problems: string[] };

/**
 * One cell of a row: it writes a value of a step or plan, and reads it; without `known` no names are checked.
 */
export interface StepCell<Subject> {
  key: string;
  write(subject: Subject): SheetValue;
  read(value: SheetValue, subject: Subject, known?: KnownNames): CellChange<Subject>;
}

const text = (value: SheetValue) => (typeof value === 'string' ? value : '');
const texts = (value: SheetValue) => (Array.isArray(value) ? (value as readonly string[]) : []);
const yesOrNo = (is: boolean) => (is ? yesNo.yes : yesNo.no);
const status = (value: SheetValue, fallback: Status) => statusOfLabel(text(value)) ?? fallback;
const singleChange = <Subject>(
  read: Entry<Subject[keyof Subject]>,
  key: keyof Subject,
): CellChange<Subject> =>
  'problem' in read ? { problems: [read.problem] } : { change: { [key]: read.value } as Partial<Subject> };

/** Largest number of reported errors of one cell; the others are reported after these are corrected. */
const maxReportedProblems = 5;
const truncateProblems = (problems: readonly string[]) => {
  const omitted = problems.length - maxReportedProblems;
  return omitted > 0
    ? [...problems.slice(0, maxReportedProblems), `这一格另有 ${omitted} 处问题`]
    : [...problems];
};

/** Largest number of entries in one cell that a person can survey; longer lists are edited in the editor. */
const maxEntries = 200;

function readAll<Value>(
  entries: readonly string[],
  read: (entry: string) => Entry<Value>,
): { values: Value[]; problems: string[] } {
  if (entries.length > maxEntries)
    return { values: [], problems: [`一格最多 ${maxEntries} 项，现在有 ${entries.length} 项`] };
  const entriesRead = entries.map(read);
  return {
    values: entriesRead.flatMap((each) => ('value' in each ? [each.value] : [])),
    problems: truncateProblems(entriesRead.flatMap((each) => ('problem' in each ? [each.problem] : []))),
  };
}

function readForms(value: SheetValue, known?: KnownNames): { forms: StepForm[] } | { problems: string[] } {
  const { values, problems } = readAll(texts(value), (entry) => {
    const read = readForm(entry);
    const problem = 'value' in read && known ? problemOfForm(read.value, known) : undefined;
    return problem === undefined ? read : { problem };
  });
  const codes = values.map(({ form }) => form);
  const duplicates = [...new Set(codes.filter((code, index) => codes.indexOf(code) !== index))];
  const all = [
    ...problems,
    ...truncateProblems(duplicates.map((code) => `表单“${entryExcerpt(code)}”写了两次`)),
  ];
  return all.length > 0 ? { problems: all } : { forms: sortedForms(values) };
}

const formsCell = <Subject extends { forms: StepForm[] }>(key: string): StepCell<Subject> => ({
  key,
  write: ({ forms }) => sortedForms(forms).map(formText),
  read: (value, _of, known) => {
    const read = readForms(value, known);
    return 'problems' in read ? read : { change: { forms: read.forms } as Partial<Subject> };
  },
});

/** A cell with a limit; `unitOfNumber` is the unit of a number alone, as earlier spreadsheets have it. */
const limitCell = <Subject extends { limit: StepLimit | null }>(
  key: string,
  unitOfNumber = '',
): StepCell<Subject> => ({
  key,
  write: ({ limit }) => limit && limitText(limit),
  read: (value) => {
    const written = text(value);
    if (written === '') return { change: { limit: null } as Partial<Subject> };
    const read = readPlanLimit(/^\d+$/.test(written) ? `${written}${unitOfNumber}` : written);
    return singleChange<Subject>(read as Entry<Subject[keyof Subject]>, 'limit');
  },
});

const refOf = (handler: StepHandler) => ('id' in handler ? `${handler.kind}:${handler.id}` : handler.kind);

/**
 * Reads the handlers of a step: an existing one keeps its name in the file; the order of the list does not
 * matter.
 */
function readHandlers(value: SheetValue, { handlers }: PlanStep, known?: KnownNames): CellChange<PlanStep> {
  const current = new Map(handlers.map((handler) => [refOf(handler), handler]));
  const { values, problems } = readAll(texts(value), (entry): Entry<StepHandler> => {
    const read = readHandler(entry);
    if ('problem' in read) return read;
    const existing = current.get(refOf(read.value));
    return existing ? { value: existing } : known ? resolveHandler(read.value, known) : read;
  });
  if (problems.length > 0) return { problems };
  const handlersByRef = new Map(values.map((handler) => [refOf(handler), handler]));
  const isSame =
    handlersByRef.size === handlers.length && handlers.every((handler) => handlersByRef.has(refOf(handler)));
  return { change: { handlers: isSame ? handlers : [...handlersByRef.values()] } };
}

const shareOfLabel = (label: SheetValue): StepShare =>
  stepShares.find((share) => stepShareLabel[share] === label) ?? 'first';

export const stepCells: readonly StepCell<PlanStep>[] = [
  { key: 'name', write: ({ name }) => name, read: (value) => ({ change: { name: text(value) } }) },
  {
    key: 'stage',
    write: ({ stage }) => statusLabel(stage),
    read: (value) => ({ change: { stage: status(value, Status.awaitingUndertaking) } }),
  },
  { key: 'handlers', write: ({ handlers }) => handlers.map(handlerText), read: readHandlers },
  {
    key: 'share',
    write: ({ share }) => stepShareLabel[share],
    read: (value) => ({ change: { share: shareOfLabel(value) } }),
  },
  limitCell('stepLimit', '个工作日'),
  {
    key: 'opinionRequired',
    write: ({ opinionRequired }) => yesOrNo(opinionRequired),
    read: (value) => ({ change: { opinionRequired: value === yesNo.yes } }),
  },
  {
    key: 'handle',
    write: ({ handle }) => handle,
    read: (value) => ({ change: { handle: text(value) || '办理' } }),
  },
  {
    key: 'namesNext',
    write: ({ namesNext }) => yesOrNo(namesNext),
    read: (value) => ({ change: { namesNext: value === yesNo.yes } }),
  },
  {
    key: 'buttons',
    write: ({ buttons }) =>
      stepButtonNames.filter((name) => buttons.includes(name)).map((name) => stepButtons[name].name),
    read: (value) => ({
      change: { buttons: stepButtonNames.filter((name) => texts(value).includes(stepButtons[name].name)) },
    }),
  },
  {
    key: 'refusalName',
    write: ({ refusal }) => refusal?.name ?? null,
    read: (value, { refusal }) =>
      text(value) === ''
        ? { change: { refusal: null } }
        : { change: { refusal: { name: text(value), result: refusal?.result ?? Status.notAccepted } } },
  },
  {
    // Read after the name, without which it has no meaning.
    key: 'refusalResult',
    write: ({ refusal }) => refusal && statusLabel(refusal.result),
    read: (value, { refusal }) => {
      if (refusal) return { change: { refusal: { ...refusal, result: status(value, Status.notAccepted) } } };
      return text(value) === '' ? { change: {} } : { problems: ['没有终止按钮，请填写终止按钮或清空这一格'] };
    },
  },
  formsCell('forms'),
  {
    key: 'when',
    write: ({ when }) => when && conditionCell(when),
    read: (value, _step, known) => {
      if (text(value) === '') return { change: { when: null } };
      const read = readConditionCell(text(value));
      const problems = 'value' in read && known ? problemsOfCondition(read.value, known) : [];
      return problems.length > 0 ? { problems } : singleChange<PlanStep>(read, 'when');
    },
  },
];

export const planCells: readonly StepCell<StepPlan>[] = [
  { key: 'processName', write: ({ name }) => name, read: (value) => ({ change: { name: text(value) } }) },
  formsCell('start'),
  limitCell('limit'),
  {
    key: 'result',
    write: ({ result }) => statusLabel(result),
    read: (value) => ({ change: { result: status(value, Status.concluded) } }),
  },
];
