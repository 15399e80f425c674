import { ValidationKind } from '../enumerations/validation-kind.ts';
import { type AnswerFault, dataOf, isFault } from '../interfaces/answer-data.ts';
import { memberAt, plainText } from '../interfaces/member-path.ts';
import type { OutboundInterface } from '../interfaces/outbound-interface.ts';
import { MissingCase } from '../missing-case.ts';
import { type ExplainedPart, evaluateConditions, type ParamValues } from './evaluate-conditions.ts';
import { ruleLimits } from './limits.ts';
import {
  type ConfiguredRule,
  ParamSource,
  paramTypeLabel,
  type RuleParam,
  standardTip,
  type UsedParam,
} from './model.ts';
import { readScriptAnswer } from './script-answer.ts';
import { readTyped } from './typed-values.ts';

/** The values of a call, by the keys of the rule's parameters. */
export interface RuleValues {
  dataValue: Readonly<Record<string, unknown>>;
  compareValue: Readonly<Record<string, unknown>>;
}

/** The answer of a script as JSON text, or the reason why it has none. */
export type ScriptRun =
  | { json: string }
  | { failure: 'time' | 'memory' | 'answer' | 'fault'; message: string };

/** Reads published rules, runs scripts apart from the server's own code, and asks other systems. */
export interface RuleTools {
  findRule: (id: string) => Promise<ConfiguredRule | undefined>;
  runScript: (script: string, inputJson: string) => Promise<ScriptRun>;
  /** Asks an interface with the values of its parameters, by their keys. */
  askInterface: (
    definition: OutboundInterface,
    parameters: Readonly<Record<string, string>>,
  ) => Promise<{ json: unknown } | AnswerFault>;
}

/** Result of a rule; `tipContext` is empty if the rule is satisfied. */
export interface RuleOutcome {
  result: boolean;
  /** True if the rule is not satisfied because it could not be evaluated. */
  hasFailed: boolean;
  tipContext: string;
  ruleParamsVoList: UsedParam[];
  parts: ExplainedPart[];
}

/** The evaluations and scripts that one call, or one action on an order, may still run. */
export interface RuleBudget {
  evaluations: number;
  scripts: number;
}

export const createRuleBudget = (): RuleBudget => ({
  evaluations: ruleLimits.evaluations,
  scripts: ruleLimits.scripts,
});

/**
 * Evaluates a rule with the values of a call. A rule that cannot be evaluated, because its script fails or its
 * limits are reached, is not satisfied: nothing passes because a check did not work.
 */
export function runRule(
  rule: ConfiguredRule,
  sent: RuleValues,
  tools: RuleTools,
  budget = createRuleBudget(),
): Promise<RuleOutcome> {
  return runWithin(rule, sent, tools, budget, 0);
}

async function runWithin(
  rule: ConfiguredRule,
  sent: RuleValues,
  tools: RuleTools,
  budget: RuleBudget,
  depth: number,
): Promise<RuleOutcome> {
  const values = await collectValues(rule, sent, tools);
  const run =
    budget.evaluations > 0
      ? await runKind(rule, sent, values, tools, budget, depth)
      : failed(`一次最多计算 ${ruleLimits.evaluations} 条规则`);
  const ownTip = rule.ruleBase.tipContext.trim() || run.tip || standardTip;
  return {
    result: run.result,
    hasFailed: run.hasFailed === true,
    tipContext: run.result ? '' : (run.fixedTip ?? ownTip),
    ruleParamsVoList: [...usedParams(rule, values), ...(run.generated ?? [])],
    parts: run.parts,
  };
}

interface KindResult {
  result: boolean;
  hasFailed?: boolean;
  parts: ExplainedPart[];
  /** Tip of a script, used if the rule has none. */
  tip?: string;
  /** Tip of the rule of an orchestration that was not satisfied. */
  fixedTip?: string;
  generated?: UsedParam[];
}

async function runKind(
  rule: ConfiguredRule,
  sent: RuleValues,
  values: ParamValues,
  tools: RuleTools,
  budget: RuleBudget,
  depth: number,
): Promise<KindResult> {
  budget.evaluations -= 1;
  const { kind } = rule.ruleBase;
  switch (kind) {
    case ValidationKind.sharedRule:
      return evaluateConditions(rule, values);
    case ValidationKind.element:
      return { result: true, parts: [{ outcome: 'met', text: '要素只提供参数的值' }] };
    case ValidationKind.jsScript:
    case ValidationKind.backendScript:
      return runScript(rule, values, tools, budget);
    case ValidationKind.serviceOrchestration:
      return runSteps(rule, sent, tools, budget, depth);
    case ValidationKind.interface:
      return runInterface(rule, values, tools);
    default:
      throw new MissingCase(kind satisfies never);
  }
}

const failed = (text: string): KindResult => ({
  result: false,
  hasFailed: true,
  parts: [{ outcome: 'unmet', text }],
});

async function runScript(
  rule: ConfiguredRule,
  values: ParamValues,
  tools: RuleTools,
  budget: RuleBudget,
): Promise<KindResult> {
  if (budget.scripts <= 0) return failed(`一次最多运行 ${ruleLimits.scripts} 个脚本`);
  budget.scripts -= 1;
  const input = JSON.stringify(Object.fromEntries(values));
  if (input.length > ruleLimits.scriptJsonLength) return failed('传给脚本的值过长');
  const run = await tools.runScript(rule.script, input);
  if ('failure' in run) return failed(`脚本没有得出结果：${run.message}`);
  const answer = readScriptAnswer(run.json);
  if (typeof answer === 'string') return failed(`脚本没有得出结果：${answer}`);
  const { result, tipContext: tip, generated } = answer;
  const outcome = result ? 'met' : 'unmet';
  const parts: ExplainedPart[] = [{ outcome, text: `脚本的结果是${result ? '满足' : '不满足'}` }];
  return { result, parts, tip, generated };
}

/**
 * Asks the interface of a rule and evaluates the conditions with the members of its answer. Without one of the values
 * that the interface gets, it is not asked. An answer without one of the members, or with another type, fails:
 * the system may have changed, and a condition of a process must not be decided by that.
 */
async function runInterface(
  rule: ConfiguredRule,
  values: ParamValues,
  tools: RuleTools,
): Promise<KindResult> {
  const { interface: definition, ruleParams } = rule;
  if (!definition) return failed('规则没有接口');
  const parameters: Record<string, string> = {};
  for (const sent of definition.requestParams ?? []) {
    const param = 'field' in sent && ruleParams.find(({ dataKey }) => dataKey === sent.field);
    if (!param) continue;
    const value = values.get(param.dataKey);
    const read = readTyped(param.paramType, value);
    if (typeof read === 'string') return notAsked(param, read);
    parameters[param.dataKey] = String(value).trim().toWellFormed();
  }
  const response = await tools.askInterface(definition, parameters);
  const found = isFault(response) ? response : dataOf(definition, response.json);
  if (isFault(found)) return failed(`接口没有得出结果：${found.fault}`);
  const all = new Map(values);
  for (const param of ruleParams.filter(({ source }) => source === ParamSource.answer)) {
    const value = answeredValue(found.data, param);
    if (isFault(value)) return failed(`接口没有得出结果：${value.fault}`);
    all.set(param.dataKey, value.text);
  }
  const { result, parts } = evaluateConditions(rule, all);
  return { result, parts: [{ outcome: 'met', text: '接口已应答' }, ...parts] };
}

const notAsked = ({ name, paramType }: RuleParam, outcome: 'empty' | 'unlike'): KindResult => ({
  result: false,
  parts: [
    {
      outcome,
      text: `“${name}”${outcome === 'empty' ? '没有填写' : `的值不是${paramTypeLabel[paramType]}`}，没有调用接口`,
    },
  ],
});

/** Returns a member of the data as text that has the type of its parameter. */
function answeredValue(
  data: unknown,
  { name, paramType, value: path }: RuleParam,
): { text: string } | AnswerFault {
  const member = path === '' ? data : memberAt(data, path);
  const text = plainText(member);
  if (text === '') return { fault: `应答里没有“${name}”` };
  // The JSON of the answer was read with doubles: a longer number has lost its last digits.
  if (
    typeof member === 'number' &&
    !Number.isSafeInteger(member) &&
    Number(member.toPrecision(15)) !== member
  )
    return { fault: `应答里的“${name}”位数过多` };
  if (typeof readTyped(paramType, text) === 'string')
    return { fault: `应答里的“${name}”不是${paramTypeLabel[paramType]}` };
  return { text };
}

async function runSteps(
  { steps }: ConfiguredRule,
  sent: RuleValues,
  tools: RuleTools,
  budget: RuleBudget,
  depth: number,
): Promise<KindResult> {
  const parts: ExplainedPart[] = [];
  const generated: UsedParam[] = [];
  if (depth >= ruleLimits.depth) return failed(`服务编排最多嵌套 ${ruleLimits.depth} 层`);
  for (const [index, id] of steps.entries()) {
    const place = `第 ${index + 1} 步`;
    const rule = await tools.findRule(id);
    if (!rule) return { ...failed(`${place}：规则 ${id} 不存在`), generated };
    const outcome = await runWithin(rule, sent, tools, budget, depth + 1);
    const head = `${place} ${rule.ruleBase.name}`;
    parts.push({
      outcome: outcome.result ? 'met' : 'unmet',
      text: `${head}：${outcome.result ? '满足' : '不满足'}`,
    });
    parts.push(
      ...outcome.parts.map(({ outcome: part, text }) => ({ outcome: part, text: `${head}，${text}` })),
    );
    generated.push(...outcome.ruleParamsVoList);
    const { hasFailed, tipContext: fixedTip } = outcome;
    if (!outcome.result) return { result: false, hasFailed, parts, fixedTip, generated };
  }
  return { result: true, parts, generated };
}

/** Returns the value of each parameter; elements are read in their newest version. */
async function collectValues(
  { ruleParams }: ConfiguredRule,
  { dataValue, compareValue }: RuleValues,
  tools: RuleTools,
): Promise<Map<string, unknown>> {
  const values = new Map<string, unknown>();
  const elements = new Map<string, ConfiguredRule | undefined>();
  for (const { dataKey, source, value, elementId, paramId } of ruleParams) {
    // The interface is asked later, with the other values.
    if (source === ParamSource.answer) continue;
    if (source === ParamSource.fixed) values.set(dataKey, value);
    else if (source === ParamSource.element) {
      if (!elements.has(elementId)) elements.set(elementId, await tools.findRule(elementId));
      values.set(dataKey, fixedValueOf(elements.get(elementId), paramId));
    } else {
      const sentValues = source === ParamSource.data ? dataValue : compareValue;
      values.set(dataKey, Object.hasOwn(sentValues, dataKey) ? sentValues[dataKey] : null);
    }
  }
  return values;
}

function fixedValueOf(element: ConfiguredRule | undefined, paramId: string): string | null {
  const param = element?.ruleParams.find(({ dataKey }) => dataKey === paramId);
  return param?.source === ParamSource.fixed ? param.value : null;
}

/** Returns the values that the caller sent or an author fixed; those of an answer stay on the server. */
const usedParams = ({ ruleParams }: ConfiguredRule, values: ParamValues): UsedParam[] =>
  ruleParams
    .filter(({ source }) => source !== ParamSource.answer)
    .map(({ dataKey, name, paramType }) => ({
      dataKey,
      name,
      paramType,
      value: values.get(dataKey) ?? null,
    }));

/** Returns the parameters of an element with their fixed values, or the one with the given key. */
export function paramsOfElement(element: ConfiguredRule, paramId?: string): UsedParam[] {
  const values = new Map(element.ruleParams.map(({ dataKey, value }) => [dataKey, value]));
  return usedParams(element, values).filter(({ dataKey }) => paramId === undefined || dataKey === paramId);
}
