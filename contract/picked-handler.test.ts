import { expect, test } from 'vitest';
import { PickedHandler } from './picked-handler.ts';

test('accepts a picked handler with category and code, and a complete key (S1 §3)', () => {
  const parse = (pick: unknown) => PickedHandler.parse(pick);
  expect(parse({ handlerType: 1, candidateCode: 'hudong', candidateName: '胡东' })).toBe('staff:hudong');
  expect(parse({ handlerType: '3', candidateCode: 'auditor' })).toBe('role:auditor');
  expect(parse({ handlerType: 4, candidateCode: 'office', candidateName: null })).toBe('org:office');
  expect(parse({ handlerType: 4, candidateCode: 'department:desk' })).toBe('department:desk');
  expect(parse('position:undertaker')).toBe('position:undertaker');
});

test.each([
  { handlerType: 2, candidateCode: 'x' },
  { handlerType: 1 },
  { handlerType: 1, candidateCode: '' },
  5,
])('rejects %j as a picked handler', (pick) => {
  expect(PickedHandler.safeParse(pick).success).toBe(false);
});
