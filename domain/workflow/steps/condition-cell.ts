import type { Entry } from './cell-notation.ts';
import { comparisonLabel, comparisons, type StepCondition } from './step-plan.ts';

/**
 * Reads and writes the condition of a step as cell text: `street-stall.area >= 20`, `street-stall.kinds 包含
 * 油炸`.
 */

const containsLabel = comparisonLabel.has;
const comparisonByText = new Map<string, StepCondition['is']>([
  ...comparisons.map((is) => [is, is] as const),
  ...comparisons.map((is) => [comparisonLabel[is], is] as const),
  ['==', '='],
  ['<>', '!='],
  ['≠', '!='],
  ['≥', '>='],
  ['≤', '<='],
]);
comparisonByText.delete('has');
const halfWidth: Readonly<Record<string, string>> = { '＝': '=', '！': '!', '＞': '>', '＜': '<' };

const path = /^([^\s.．]+)\s*[.．]\s*([^\s.．=!<>≠≥≤＝！＞＜]+)/;
const comparisonWords = /不等于|不小于|不大于|等于|包含/;
const sign = new RegExp(`^(?:[=!<>≠≥≤＝！＞＜]{1,2}|${comparisonWords.source})`);
/** Text that JSON and FEEL both read as a number. */
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;

const conditionProblem =
  '应写作“表单编码.字段标识 比较 值”，如“street-stall.area >= 20”；比较有 =、!=、>=、<=、包含';

/** Returns the condition as text; the value is quoted if it would otherwise be read differently. */
export function conditionCell({ form, field, is, value }: StepCondition): string {
  const head = `${form}.${field} ${is === 'has' ? containsLabel : is}`;
  if (typeof value !== 'string') return `${head} ${value}`;
  const plain = readValue(value);
  return `${head} ${'value' in plain && plain.value === value && value !== '' ? value : JSON.stringify(value)}`;
}

export function readConditionCell(text: string): Entry<StepCondition> {
  const trimmed = text.trim();
  const pathMatch = path.exec(trimmed);
  if (!pathMatch) return { problem: conditionProblem };
  const [all, form = '', fieldStart = ''] = pathMatch;
  // A comparison word needs no space before it: the end of the field may be the comparison.
  const comparisonStart = fieldStart.search(comparisonWords);
  const field = comparisonStart > 0 ? fieldStart.slice(0, comparisonStart) : fieldStart;
  const rest = trimmed.slice(all.length - fieldStart.length + field.length).trim();
  const [comparison = ''] = sign.exec(rest) ?? [];
  const is = comparisonByText.get([...comparison].map((each) => halfWidth[each] ?? each).join(''));
  if (is === undefined) return { problem: conditionProblem };
  const result = readValue(rest.slice(comparison.length).trim());
  return 'problem' in result ? result : { value: { form, field, is, value: result.value } };
}

function readValue(text: string): Entry<StepCondition['value']> {
  if (text === '') return { problem: '请填写条件的值' };
  if (text === 'true' || text === 'false') return { value: text === 'true' };
  if (text.startsWith('"')) {
    try {
      const value: unknown = JSON.parse(text);
      if (typeof value === 'string') return { value };
    } catch {
      // Reported below: an opened quotation mark has to be closed.
    }
    return { problem: '条件的值的引号不成对' };
  }
  const chinese = /^“([^“”]*)”$/.exec(text);
  if (chinese) return { value: chinese[1] ?? '' };
  const normalised = text.normalize('NFKC');
  return number.test(normalised) && Number.isFinite(Number(normalised))
    ? { value: Number(normalised) }
    : { value: text };
}
