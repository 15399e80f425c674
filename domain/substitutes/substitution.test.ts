import { describe, expect, test } from 'vitest';
import type { Actor } from '../access/actor.ts';
import { absentPersonForTask, actorForOrder, isCandidateFor } from './substitution.ts';

const absent = { staffId: 'a', name: '甲', orgId: 'o', orgName: '单位' };
const actor: Actor = {
  staffId: 'b',
  account: 'b',
  name: '乙',
  orgId: 'o',
  orgName: '单位',
  areaCode: '',
  roles: [],
  permissions: new Set(),
  keys: ['staff:b', 'role:clerk'],
  substitutions: [
    {
      absentPerson: absent,
      keys: ['staff:a', 'role:clerk'],
      taskCodes: ['X'],
      since: '2026-03-02T00:00:00.000Z',
    },
  ],
};
const task = (candidates: string[], openedAt = '2026-03-03T00:00:00.000Z') => ({ candidates, openedAt });

describe('substitute of an absent person', () => {
  test('may do a task of a lent key in the place of the absent person', () => {
    expect(absentPersonForTask(actor, task(['staff:a']))).toBe(absent);
    expect(isCandidateFor(actor, task(['staff:a']))).toBe(true);
  });

  test('does a task of an own key in the own name, although the key is lent as well', () => {
    expect(absentPersonForTask(actor, task(['staff:a', 'role:clerk']))).toBeNull();
    expect(isCandidateFor(actor, task(['role:clerk']))).toBe(true);
  });

  test('may not do a task that opened before the substitution, or has no opening time', () => {
    expect(isCandidateFor(actor, task(['staff:a'], '2026-03-01T23:59:59.999Z'))).toBe(false);
    expect(absentPersonForTask(actor, { candidates: ['staff:a'] })).toBeNull();
  });

  test('may not do tasks of other items, nor lent tasks of an own order', () => {
    const actorOn = (taskCode: string, initiatorId = 'c') => actorForOrder(actor, { taskCode, initiatorId });
    expect(isCandidateFor(actorOn('X'), task(['staff:a']))).toBe(true);
    expect(isCandidateFor(actorOn('Y'), task(['staff:a']))).toBe(false);
    expect(isCandidateFor(actorOn('X', 'b'), task(['staff:a']))).toBe(false);
    expect(isCandidateFor(actorOn('X', 'b'), task(['staff:b']))).toBe(true);
  });
});

test('a task that the substitute asked for, or that opened after the end of the substitution, is not lent', () => {
  const opened = '2026-03-03T00:00:00.000Z';
  const requested = { candidates: ['staff:a'], openedAt: opened, askedBy: ['b'] };
  expect([
    absentPersonForTask(actor, requested),
    absentPersonForTask(actor, { ...requested, askedBy: ['c'] }),
  ]).toEqual([null, absent]);
  const [substitution] = actor.substitutions ?? [];
  const until = (at: string) => ({
    ...actor,
    substitutions: substitution ? [{ ...substitution, until: at }] : [],
  });
  expect(absentPersonForTask(until('2026-03-03T00:00:00.001Z'), task(['staff:a']))).toBe(absent);
  expect(absentPersonForTask(until(opened), task(['staff:a']))).toBeNull();
});
