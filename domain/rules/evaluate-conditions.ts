import { ruleOperatorLabel } from '../enumerations/rule-operator.ts';
import { type ComparedCondition, type ConfiguredRule, type ParamType, paramTypeLabel } from './model.ts';
import { compareTyped, matchesOperator, readTyped } from './typed-values.ts';

/** The values of the parameters of a rule, by their keys. */
export type ParamValues = ReadonlyMap<string, unknown>;

/**
 * Outcome of one condition: `empty` if a value is missing, `unlike` if a value is not of the type of the
 * condition, `skipped` if the result was decided before. An empty or unlike value meets no condition.
 */
export type ConditionOutcome = 'met' | 'unmet' | 'empty' | 'unlike' | 'skipped';

/** A line that explains a part of a result. */
export interface ExplainedPart {
  outcome: ConditionOutcome;
  text: string;
}

/** Evaluates the conditions in their order, up to the one that decides the result. */
export function evaluateConditions(
  { ruleConditions, match, ruleParams }: Pick<ConfiguredRule, 'ruleConditions' | 'match' | 'ruleParams'>,
  values: ParamValues,
): { result: boolean; parts: ExplainedPart[] } {
  const nameOf = (key: string) => ruleParams.find(({ dataKey }) => dataKey === key)?.name || key;
  const parts: ExplainedPart[] = [];
  let decided: boolean | undefined;
  for (const [index, condition] of ruleConditions.entries()) {
    if (decided !== undefined) {
      const reason = match === 'all' ? '前面的条件已不满足' : '前面的条件已满足';
      parts.push({ outcome: 'skipped', text: `条件 ${index + 1}：未计算，${reason}` });
      continue;
    }
    const { outcome, text } = evaluateCondition(condition, values, nameOf);
    parts.push({ outcome, text: `条件 ${index + 1}：${text}` });
    if ((outcome === 'met') === (match === 'any')) decided = match === 'any';
  }
  return { result: decided ?? match === 'all', parts };
}

function evaluateCondition(
  { dataKey, operator, paramType, compareValueKey, compareValue }: ComparedCondition,
  values: ParamValues,
  nameOf: (key: string) => string,
): ExplainedPart {
  const sides = [
    { name: nameOf(dataKey), value: values.get(dataKey) },
    compareValueKey === ''
      ? { name: '比较值', value: compareValue }
      : { name: nameOf(compareValueKey), value: values.get(compareValueKey) },
  ].map((side) => ({ ...side, read: readTyped(paramType, side.value) }));
  const missing = sides.find(({ read }) => read === 'empty');
  if (missing) return { outcome: 'empty', text: `“${missing.name}”没有填写` };
  const unlike = sides.find(({ read }) => read === 'unlike');
  if (unlike)
    return {
      outcome: 'unlike',
      text: `“${unlike.name}”的值“${shownValue(unlike.value)}”不是${typeText(paramType)}，不能比较`,
    };
  const [left, right] = sides;
  const typed = sides.map(({ read }) => (typeof read === 'object' ? read.typed : undefined));
  const comparison = typed[0] && typed[1] && compareTyped(typed[0], typed[1]);
  const [shownLeft, shownRight] = [shownValue(left?.value), shownValue(right?.value)];
  if (comparison === undefined)
    return { outcome: 'unlike', text: `${shownLeft} 与 ${shownRight} 一个是日期，一个带有时间，不能比较` };
  const isMet = matchesOperator(operator, comparison);
  return {
    outcome: isMet ? 'met' : 'unmet',
    text: `${shownLeft} ${isMet ? '' : '不'}${ruleOperatorLabel[operator]} ${shownRight}`,
  };
}

const typeText = (paramType: ParamType) => paramTypeLabel[paramType];

const shownLength = 40;

/** Returns a value for an explanation, shortened. */
function shownValue(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const characters = [...text.slice(0, 4 * shownLength)];
  return characters.length > shownLength ? `${characters.slice(0, shownLength).join('')}…` : text;
}
