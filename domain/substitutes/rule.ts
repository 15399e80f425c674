import { addDays, daysBetween, isLocalDate, type LocalDate } from '../calendar/local-date.ts';
import { problemOfReason } from '../opinions/opinion.ts';
import type { Problem } from '../refusals/refusals.ts';
import { inputText } from '../texts/input-texts.ts';
import { maxActiveRules, maxDaysInAdvance, maxRuleDays } from './limits.ts';

/** Period of a rule and its items. */
export interface RuleScope {
  startsOn: LocalDate;
  endsOn: LocalDate;
  /** Task codes; empty for all matters. */
  taskCodes: readonly string[];
}

/** A rule as a person submits it. */
export interface RuleRequest extends RuleScope {
  substituteId: string;
  /** True if it includes tasks that are already open. */
  takesOpen: boolean;
  reason: string;
}

/** Facts of the office that are needed to check a rule. */
export interface RuleFacts {
  today: LocalDate;
  absentId: string;
  /** Undefined if the person does not exist. */
  substitute: { name: string; isInService: boolean; mayHandle: boolean } | undefined;
  /** Rules of the absent person and of the substitute that are not over. */
  active: readonly (RuleScope & { absentId: string; substituteName: string })[];
  /** Task codes that belong to no item. */
  unknownItems: readonly string[];
  /** True if another person sets the rule for the absent person, and so must give a reason. */
  isSetByOther: boolean;
}

export type SubstituteRuleState = 'planned' | 'current' | 'past';

/** Returns the state of a rule on a day. */
export function ruleStateOn(
  today: LocalDate,
  { startsOn, endsOn, ended }: Pick<RuleScope, 'startsOn' | 'endsOn'> & { ended: boolean },
): SubstituteRuleState {
  if (ended || endsOn < today) return 'past';
  return startsOn > today ? 'planned' : 'current';
}

/** Returns every problem of a rule, each at its field (docs/decisions/0108). */
export function problemsOfRule(request: RuleRequest, facts: RuleFacts): Problem[] {
  return [
    ...problemsOfDays(request, facts.today),
    ...problemsOfPeople(request, facts),
    ...problemsOfItemsAndReason(request, facts),
  ];
}

function problemsOfDays({ startsOn, endsOn }: RuleRequest, today: LocalDate): Problem[] {
  if (startsOn === '') return [{ field: 'startsOn', message: '请选择开始日期' }];
  if (endsOn === '') return [{ field: 'endsOn', message: '请选择结束日期' }];
  if (!isLocalDate(startsOn)) return [{ field: 'startsOn', message: inputText.noDate }];
  if (!isLocalDate(endsOn)) return [{ field: 'endsOn', message: inputText.noDate }];
  const problems: Problem[] = [];
  if (startsOn < today) problems.push({ field: 'startsOn', message: '开始日期不能早于今天' });
  if (startsOn > addDays(today, maxDaysInAdvance))
    problems.push({ field: 'startsOn', message: '开始日期不能晚于一年之后' });
  if (endsOn < startsOn) problems.push({ field: 'endsOn', message: '结束日期不能早于开始日期' });
  if (daysBetween(startsOn, endsOn) >= maxRuleDays)
    problems.push({ field: 'endsOn', message: '代理期限不能超过一年' });
  return problems;
}

function problemsOfPeople(request: RuleRequest, { absentId, substitute, active }: RuleFacts): Problem[] {
  const toProblems = (message: string): Problem[] => [{ field: 'substituteId', message }];
  if (request.substituteId === '') return toProblems('请选择代理人');
  if (request.substituteId === absentId) return toProblems('不能由本人代理');
  if (substitute === undefined) return toProblems('代理人不存在');
  if (!substitute.isInService) return toProblems(`“${substitute.name}”已停用，不能作代理人`);
  if (!substitute.mayHandle) return toProblems(`“${substitute.name}”没有办理权限，不能作代理人`);
  const absence = active.find(
    (rule) => rule.absentId === request.substituteId && haveCommonDays(rule, request),
  );
  return absence
    ? toProblems(`“${substitute.name}”在此期间已委托${absence.substituteName}代理，不能作代理人`)
    : [];
}

function problemsOfItemsAndReason(
  request: RuleRequest,
  { absentId, active, unknownItems, isSetByOther }: RuleFacts,
): Problem[] {
  const problems: Problem[] = unknownItems.map((code) => ({
    field: 'taskCodes',
    message: `事项“${code}”不存在`,
  }));
  const other = active.find(
    (rule) => rule.absentId === absentId && haveCommonDays(rule, request) && haveCommonItems(rule, request),
  );
  if (other) {
    const days = `${other.startsOn}至${other.endsOn}`;
    problems.push({ field: 'startsOn', message: `${days}已委托${other.substituteName}代理，请先结束` });
  }
  if (active.filter((rule) => rule.absentId === absentId).length >= maxActiveRules)
    problems.push({
      field: 'startsOn',
      message: `最多同时有${maxActiveRules}个未结束的委托，请先结束不用的`,
    });
  const problem = problemOfReason(request.reason, '委托');
  if (problem !== undefined) problems.push({ field: 'reason', message: problem });
  else if (isSetByOther && request.reason.trim() === '')
    problems.push({ field: 'reason', message: '请填写委托原因' });
  return problems;
}

function haveCommonDays(one: RuleScope, other: RuleScope): boolean {
  return one.startsOn <= other.endsOn && other.startsOn <= one.endsOn;
}

function haveCommonItems(one: RuleScope, other: RuleScope): boolean {
  const isForAll = one.taskCodes.length === 0 || other.taskCodes.length === 0;
  return isForAll || one.taskCodes.some((code) => other.taskCodes.includes(code));
}
