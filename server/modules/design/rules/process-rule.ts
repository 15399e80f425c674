import type { OutputOf } from '#contract/endpoint.ts';
import type { rules as calls } from '#contract/rules.ts';
import { ValidationKind } from '#domain/enumerations/validation-kind.ts';
import { type Refusal, refuse } from '#domain/refusals/refusals.ts';
import { type ConfiguredRule, standardTip } from '#domain/rules/model.ts';
import {
  createRuleBudget,
  paramsOfElement,
  type RuleOutcome,
  type RuleTools,
  type RuleValues,
  runRule,
} from '#domain/rules/run-rule.ts';
import { readSentValues } from '#domain/rules/sent-values.ts';
import type { Context } from '#server/framework/context.ts';
import { findRule } from './queries.ts';

type Requester = { staffId: string };

/** Executes a published rule with the values of a call (S0 §7). */
export async function processRule(
  context: Context,
  { staffId }: Requester,
  { ruleId, ...sent }: { ruleId: string; dataValue?: unknown; compareValue?: unknown },
): Promise<OutputOf<typeof calls.process> | Refusal<'notFound' | 'badInput' | 'busy'>> {
  const rule = await findPublishedRule(context, ruleId);
  if (!rule) return refuse('notFound', { message: '未找到该规则' });
  const values = readSentValues(rule, sent);
  if ('problems' in values) return refuse('badInput', { problems: values.problems });
  return runConfiguredRule(context, staffId, rule, values);
}

/** Returns the values of an element (S0 §7). */
export async function processElement(
  context: Context,
  { elementId, paramId }: { elementId: string; paramId?: string | undefined },
): Promise<OutputOf<typeof calls.element> | Refusal<'notFound'>> {
  const element = await findPublishedRule(context, elementId);
  if (element?.ruleBase.kind !== ValidationKind.element)
    return refuse('notFound', { message: '未找到该要素' });
  const params = paramsOfElement(element, paramId || undefined);
  if (params.length === 0) return refuse('notFound', { message: '该要素没有这个参数' });
  return { result: true, tipContext: '', ruleParamsVoList: params };
}

/** Runs a rule, which need not be published; the rules and elements that it uses are read as published. */
export function runConfiguredRule(
  context: RuleServices,
  requester: string,
  rule: ConfiguredRule,
  values: RuleValues,
): Promise<RuleOutcome | Refusal<'busy'>> {
  return createRuleRunner(context, requester).run(rule, values);
}

/** The parts of the context that the execution of rules uses. */
export type RuleServices = Pick<Context, 'db' | 'now' | 'scripts'>;

/** Executes the rules of one call, or of one action on an order, within one budget. */
export interface RuleRunner {
  /** Executes a rule, or the newest version of the one with this id; one that is not published fails. */
  run(rule: ConfiguredRule | string, values: RuleValues): Promise<RuleOutcome | Refusal<'busy'>>;
}

/**
 * Creates a runner for a person. It reads each rule once, and outside of any transaction: a script may take its whole
 * time, and no lock may be held meanwhile.
 */
export function createRuleRunner(context: RuleServices, requester: string): RuleRunner {
  let isBusy = false;
  const budget = createRuleBudget();
  const found = new Map<string, ConfiguredRule | undefined>();
  const tools: RuleTools = {
    findRule: async (id) => {
      if (!found.has(id)) found.set(id, await findPublishedRule(context, id));
      return found.get(id);
    },
    runScript: async (script, inputJson) => {
      const run = await context.scripts.run({ script, inputJson, now: context.now().getTime() }, requester);
      if (run !== 'busy') return run;
      isBusy = true;
      return { failure: 'fault', message: '正在运行的脚本过多' };
    },
  };
  return {
    async run(named, values) {
      const rule = typeof named === 'string' ? await tools.findRule(named) : named;
      if (!rule) return missingRuleOutcome;
      const outcome = await runRule(rule, values, tools, budget);
      // A rule that could not be evaluated for want of time is refused, not unsatisfied.
      return isBusy ? refuse('busy') : outcome;
    },
  };
}

const missingRuleOutcome: RuleOutcome = {
  result: false,
  hasFailed: true,
  tipContext: standardTip,
  ruleParamsVoList: [],
  parts: [{ outcome: 'unmet', text: '规则不存在' }],
};

async function findPublishedRule({ db }: RuleServices, id: string): Promise<ConfiguredRule | undefined> {
  const row = await findRule(db, id);
  return row?.model as ConfiguredRule | undefined;
}
