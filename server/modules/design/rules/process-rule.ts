import type { OutputOf } from '#contract/endpoint.ts';
import type { rules as calls } from '#contract/rules.ts';
import { ValidationKind } from '#domain/enumerations/validation-kind.ts';
import { type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { ConfiguredRule } from '#domain/rules/model.ts';
import { paramsOfElement, type RuleOutcome, type RuleTools, runRule } from '#domain/rules/run-rule.ts';
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
export async function runConfiguredRule(
  context: Context,
  requester: string,
  rule: ConfiguredRule,
  values: Parameters<typeof runRule>[1],
): Promise<RuleOutcome | Refusal<'busy'>> {
  let isBusy = false;
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
  const outcome = await runRule(rule, values, tools);
  // A rule that could not be evaluated for want of time is refused, not unsatisfied.
  return isBusy ? refuse('busy') : outcome;
}

async function findPublishedRule(
  { db }: Pick<Context, 'db'>,
  id: string,
): Promise<ConfiguredRule | undefined> {
  const row = await findRule(db, id);
  return row?.model as ConfiguredRule | undefined;
}
