import { expect, test } from 'vitest';
import { recordedChanges } from './recorded-changes.ts';

test('the changes of a publication are recorded with a bounded number and length', () => {
  const change = { part: '名称', before: '甲\n  乙', after: '丙'.repeat(201) };
  expect(recordedChanges([])).toEqual({});
  expect(recordedChanges([change])).toEqual({
    changes: [{ title: '名称', was: '甲；乙', now: `${'丙'.repeat(200)}…` }],
  });
  const many = recordedChanges(Array.from({ length: 53 }, () => change));
  expect(many.changes).toHaveLength(50);
  expect(many.unlistedChanges).toBe(3);
});
