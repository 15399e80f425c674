import { readInnerJson } from '../texts/json-shape.ts';
import { ruleLimits } from './limits.ts';
import { dataKeyPattern, type UsedParam } from './model.ts';

/** The answer of a script, read from its JSON text. */
export interface ScriptAnswer {
  result: boolean;
  tipContext: string;
  /** Values that the script generated. */
  generated: UsedParam[];
}

const shapeText = '脚本应返回 true、false 或含 result 的对象';

/**
 * Reads the answer of a script: `true`, `false`, or an object with `result` and, as wanted, `tipContext` and
 * `values`. Returns the problem as text for anything else; nothing of an unexpected answer is taken.
 */
export function readScriptAnswer(json: string): ScriptAnswer | string {
  if (json.length > ruleLimits.scriptJsonLength) return '脚本返回的内容过长';
  const parsed = readInnerJson(json, { values: ruleLimits.sentValues });
  if ('problem' in parsed) return shapeText;
  const { value } = parsed;
  if (typeof value === 'boolean') return { result: value, tipContext: '', generated: [] };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return shapeText;
  const { result, tipContext = '', values = {} } = value as Record<string, unknown>;
  if (typeof result !== 'boolean') return shapeText;
  if (typeof tipContext !== 'string') return '脚本返回的 tipContext 应是文字';
  if ([...tipContext].length > ruleLimits.tipLength)
    return `脚本返回的 tipContext 不能超过 ${ruleLimits.tipLength} 个字`;
  const generated = readGenerated(values);
  return typeof generated === 'string' ? generated : { result, tipContext: tipContext.trim(), generated };
}

function readGenerated(values: unknown): UsedParam[] | string {
  if (typeof values !== 'object' || values === null || Array.isArray(values))
    return '脚本返回的 values 应是对象';
  const entries = Object.entries(values);
  if (entries.length > ruleLimits.params) return `脚本返回的 values 不能超过 ${ruleLimits.params} 项`;
  const isValue = (value: unknown) =>
    typeof value === 'number' || (typeof value === 'string' && value.length <= ruleLimits.valueLength);
  if (!entries.every(([key, value]) => dataKeyPattern.test(key) && isValue(value)))
    return '脚本返回的 values 只能含文字和数字，名称由字母和数字组成';
  return entries.map(([dataKey, value]) => ({
    dataKey,
    name: dataKey,
    paramType: typeof value === 'number' ? 'number' : 'text',
    value,
  }));
}
