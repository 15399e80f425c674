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
import { createInterfaceCalls, type InterfaceCalls } from './interface-calls.ts';
import { findRule } from './queries.ts';

type Requester = { staffId: string };

/**
 * Executes a published rule with the values of a call (S0 §7). A rule that asks an interface is executed only by an
 * action: otherwise any person could ask other systems about anyone.
 */
export async function processRule(
  context: Context,
  { staffId }: Requester,
  { ruleId, ...sent }: { ruleId: string; dataValue?: unknown; compareValue?: unknown },
): Promise<OutputOf<typeof calls.process> | Refusal<'notFound' | 'badInput' | 'busy' | 'notServed'>> {
  const rule = await findPublishedRule(context, ruleId);
  if (!rule) return refuse('notFound', { message: '未找到该规则' });
  const values = readSentValues(rule, sent);
  if ('problems' in values) return refuse('badInput', { problems: values.problems });
  let asksInterface = false;
  const outcome = await createRuleRunner(context, staffId, {
    ask: () => {
      asksInterface = true;
      return Promise.resolve({ fault: '' });
    },
  }).run(rule, values);
  return asksInterface ? refuse('notServed', { message: '该规则要调用接口，只在办理时校验' }) : outcome;
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

/** The parts of the context that the execution of rules uses. */
export type RuleServices = Pick<Context, 'db' | 'now' | 'scripts' | 'remoteInterfaces' | 'log'>;

/** Executes the rules of one call, or of one action on an order, within one budget. */
export interface RuleRunner {
  /**
   * Executes a rule, which need not be published, or the newest version of the one with this id; one that is not
   * published fails.
   */
  run(rule: ConfiguredRule | string, values: RuleValues): Promise<RuleOutcome | Refusal<'busy'>>;
}

/**
 * Creates a runner for a person. It reads each rule once, and outside of any transaction: a script or an interface
 * may take its whole time, and no lock may be held meanwhile.
 */
export function createRuleRunner(
  context: RuleServices,
  requester: string,
  interfaces: InterfaceCalls = createInterfaceCalls(context, requester),
): RuleRunner {
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
    askInterface: async (definition, parameters) => {
      const answer = await interfaces.ask(definition, parameters);
      if (answer !== 'busy') return answer;
      isBusy = true;
      return { fault: '正在查询的人较多' };
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
