import { describe, expect, it } from 'vitest';
import { fullAuthority } from './authority.ts';
import { compileForm } from './compile.ts';
import { compileNewForm } from './compile-new.ts';
import { patternCostText } from './pattern-cost.ts';
import { validateForm } from './validate.ts';

const costly = '(.?){450}z';
const long = 'x'.repeat(5000);
const model = (fields: readonly object[]) => ({
  schema: { fields },
  globalConfig: { code: 'costly', title: '表单', columns: 1, allowEdit: [] },
});
const text = (id: string, more: object = {}) => ({ id, title: id, 'x-component': 'textarea', ...more });
const pattern = (value: string) => ({ rules: [{ rule: 'pattern', value }] });

function problemsOf(fields: readonly object[], values: Record<string, unknown>) {
  const form = compileForm(model(fields));
  if (Array.isArray(form)) throw new Error(JSON.stringify(form));
  return validateForm(form, values, fullAuthority, { now: new Date('2026-01-05T02:00:00Z') });
}

describe('work limit of patterns', () => {
  it('applies to all rows of a submission together, and an unchecked value is a problem at its field', () => {
    const table = {
      id: 'list',
      title: '清单',
      'x-component': 'table',
      columns: [text('note', pattern(costly))],
    };
    const rows = Array.from({ length: 20 }, () => ({ note: long }));
    const problems = problemsOf([table], { list: rows });
    expect(problems.at(-1)).toEqual({ field: 'list[19].note', message: patternCostText });
  });

  it('applies to all linkage of a submission together, and undecided linkage is a problem', () => {
    const linkage = [{ when: { field: 'note', is: 'regexp', value: costly }, effects: ['hide'] }];
    const fields = [text('note'), ...Array.from({ length: 30 }, (_, n) => text(`f${n}`, { linkage }))];
    expect(problemsOf(fields, { note: long }).at(-1)).toEqual({ field: 'f29', message: patternCostText });
  });

  it('is sufficient for a form with 500 rows of numbers', () => {
    const columns = ['^\\d{17}[\\dXx]$', '^1[3-9]\\d{9}$', '^[\\u4e00-\\u9fa5]{2,300}$'].map((value, n) =>
      text(`c${n}`, pattern(value)),
    );
    const table = { id: 'list', title: '清单', 'x-component': 'table', columns };
    const row = { c0: '110101199003070011', c1: '13800138000', c2: '张'.repeat(40) };
    expect(problemsOf([table], { list: Array.from({ length: 500 }, () => row) })).toEqual([]);
  });

  it('rejects a form to publish with too many patterns, at the field', () => {
    const fields = Array.from({ length: 60 }, (_, n) => text(`f${n}`, pattern(costly)));
    const refused = compileNewForm(model(fields));
    expect(refused).toEqual([{ field: 'f22', message: expect.stringContaining('过于复杂') }]);
    const rules = Array.from({ length: 20 }, () => ({ rule: 'pattern', value: `${'a'.repeat(280)}` }));
    const many = Array.from({ length: 12 }, (_, n) => text(`g${n}`, { rules }));
    expect(compileNewForm(model(many))).toEqual([
      { field: 'g3', message: expect.stringContaining('过于复杂') },
    ]);
  });

  it('keeps forms readable that were published before', () => {
    const fields = Array.from({ length: 60 }, (_, n) => text(`f${n}`, pattern(costly)));
    expect(Array.isArray(compileForm(model(fields)))).toBe(false);
    expect(problemsOf(fields, { f0: 'z' })).toEqual([]);
  });
});
