import { describe, expect, it } from 'vitest';
import { compileCondition } from './condition.ts';
import cases from './fixtures/conditions.json' with { type: 'json' };
import { type Condition, type Operator, operatorLabel } from './model.ts';

function holds(condition: Condition, values: Record<string, unknown>): boolean {
  return compileCondition(condition, (message) => expect.unreachable(message)).holds((id) => values[id]);
}

describe('form condition', () => {
  for (const { is, value, holds: matching, fails } of cases) {
    it(`${is} ${JSON.stringify(value)} matches only the right values`, () => {
      const condition = { field: 'x', is: is as Operator, value };
      for (const x of matching) expect(holds(condition, { x }), JSON.stringify(x)).toBe(true);
      for (const x of fails) expect(holds(condition, { x }), JSON.stringify(x)).toBe(false);
    });
  }

  it('has test cases for every operator', () => {
    expect(new Set(cases.map((entry) => entry.is))).toEqual(new Set(Object.keys(operatorLabel)));
  });

  it('can be combined with and, or, not', () => {
    const a: Condition = { field: 'a', is: 'exists' };
    const b: Condition = { field: 'b', is: 'exists' };
    expect(holds({ and: [a, b] }, { a: 1 })).toBe(false);
    expect(holds({ or: [a, b] }, { a: 1 })).toBe(true);
    expect(holds({ and: [a, { not: b }] }, { a: 1 })).toBe(true);
    expect(compileCondition({ and: [a, { not: b }, a] }, () => {}).reads).toEqual(['a', 'b']);
  });

  it('rejects values that an operator cannot use', () => {
    for (const condition of [
      { field: 'x', is: 'greater', value: null },
      { field: 'x', is: 'inRange', value: [5, 1] },
      { field: 'x', is: 'anyOf', value: 'a' },
      { field: 'x', is: 'sizeLess', value: 'a' },
      { field: 'x', is: 'regexp', value: '(a)\\1' },
    ] as const) {
      const problems: string[] = [];
      compileCondition(condition, (message) => problems.push(message));
      expect(problems, condition.is).toHaveLength(1);
    }
  });
});
