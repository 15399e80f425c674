import { describe, expect, test } from 'vitest';
import { conditionHolds } from '#domain/documents/document-template.ts';
import { conditionText } from '#domain/forms/condition-text.ts';
import type { Condition } from '#domain/forms/model.ts';
import { readCondition, writeCondition } from './condition-tree.ts';

const equals = (field: string, value: unknown): Condition => ({ field, is: 'equals', value });
const conditions: Condition[] = [
  equals('甲', '1'),
  { not: { field: '甲', is: 'exists' } },
  { and: [equals('甲', '1'), { or: [equals('乙', '1'), { not: equals('丙', '1') }] }] },
  { not: { not: equals('甲', '1') } },
  { not: { and: [equals('甲', '1'), equals('乙', '1')] } },
  {
    or: [
      { field: '甲', is: 'anyOf', value: ['1', '2'] },
      { field: '乙', is: 'empty' },
    ],
  },
];

describe('condition in the editor', () => {
  test.each(conditions.map((condition) => [conditionText(condition, (path) => path), condition] as const))(
    'has the same result after a round trip through the editor: %s',
    (_text, condition) => {
      const result = writeCondition(readCondition(condition));
      for (const 甲 of ['', '1', '2'])
        for (const 乙 of ['', '1'])
          for (const 丙 of ['', '1']) {
            const facts = { 甲, 乙, 丙 };
            expect(conditionHolds(result, facts)).toBe(conditionHolds(condition, facts));
          }
    },
  );

  test('is omitted when it is empty', () => {
    expect(writeCondition(readCondition(undefined))).toBeUndefined();
  });

  test('is described in a sentence', () => {
    const text = conditionText(
      { and: [equals('甲', '1'), { not: { field: '乙', is: 'exists' } }] },
      (path) => (path === '甲' ? '受理结论' : path),
    );
    expect(text).toBe('受理结论 等于 1 且 不满足（乙 已填写）');
  });
});
