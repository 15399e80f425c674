import { ruleLimits } from '../../rules/limits.ts';
import { dataKeyPattern } from '../../rules/model.ts';
import { codePattern } from '../../texts/code-pattern.ts';
import type { LibraryRule } from '../model.ts';
import type { NamedRule } from './rule.ts';

/**
 * A rule of the office's library. The server executes it after all other checks (`domain/forms/library-rules.ts`), so
 * that it has no problem here.
 */
export const process: NamedRule<LibraryRule> = {
  compile({ code, fields }) {
    if (typeof code !== 'string' || !codePattern.test(code)) return { reason: '请选择规则库的规则' };
    if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
      return { reason: `规则“${code}”的 fields 应为参数与字段的对应` };
    const entries = Object.entries(fields);
    if (entries.length > ruleLimits.params)
      return { reason: `规则“${code}”的参数不得超过${ruleLimits.params}个` };
    if (!entries.every(([key, id]) => dataKeyPattern.test(key) && typeof id === 'string' && id !== ''))
      return { reason: `规则“${code}”的参数没有对应的字段` };
    return () => undefined;
  },
  reads: ({ fields }) =>
    typeof fields === 'object' && fields !== null ? Object.values(fields).filter((id) => id !== '') : [],
};
