import type { Problem } from '../refusals/refusals.ts';
import { readInnerJson } from '../texts/json-shape.ts';
import { ruleLimits } from './limits.ts';
import { type ConfiguredRule, ParamSource } from './model.ts';
import type { RuleValues } from './run-rule.ts';

/**
 * Reads `dataValue` and `compareValue` of a call: an object by the keys of the rule's parameters, the same as
 * JSON text, or one value, which is that of the only parameter with this source. Values of other
 * keys are ignored, so that a client may send its whole form.
 */
export function readSentValues(
  rule: ConfiguredRule,
  sent: { dataValue?: unknown; compareValue?: unknown },
): RuleValues | { problems: Problem[] } {
  const problems: Problem[] = [];
  const read = (field: 'dataValue' | 'compareValue', source: ParamSource) => {
    const result = readSide(rule, sent[field], source);
    if (typeof result !== 'string') return result;
    problems.push({ field, message: result });
    return {};
  };
  const dataValue = read('dataValue', ParamSource.data);
  const compareValue = read('compareValue', ParamSource.compare);
  return problems.length > 0 ? { problems } : { dataValue, compareValue };
}

function readSide(
  { ruleParams }: ConfiguredRule,
  sent: unknown,
  source: ParamSource,
): Readonly<Record<string, unknown>> | string {
  if (sent === undefined || sent === null || sent === '') return {};
  const value = typeof sent === 'string' && sent.trim().startsWith('{') ? parsedObject(sent) : sent;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const isTooMany = Object.keys(value).length > ruleLimits.sentValues;
    return isTooMany ? `不能超过 ${ruleLimits.sentValues} 项` : (value as Record<string, unknown>);
  }
  const params = ruleParams.filter((param) => param.source === source);
  const [only] = params;
  if (only && params.length === 1) return { [only.dataKey]: value };
  return `规则有 ${params.length} 个参数，请按 dataKey 逐项传值`;
}

function parsedObject(text: string): unknown {
  const parsed = readInnerJson(text, { values: ruleLimits.sentValues });
  return 'value' in parsed ? parsed.value : text;
}
