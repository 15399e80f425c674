import { describe, expect, test } from 'vitest';
import { recordRules } from '#domain/records/registry.ts';
import { naiveDueDay } from './naive-due-day.ts';
import { recordFacts } from './record-facts.ts';
import { recordInputs } from './record-inputs.ts';
import { exploreRecords } from './record-walk.ts';

describe('side records on random orders (S1 §4)', () => {
  const found = exploreRecords(Number(process.env.MODEL_SEED ?? 1), 500);

  test('break no rule: open records, pauses, blocked tasks, statuses, due days', () => {
    expect(found.failures).toEqual([]);
  });

  test('have had every command of every modelled kind', () => {
    const commands = Object.entries(recordInputs).flatMap(([kind, inputs]) =>
      Object.keys(inputs).map((command) => `${kind}.${command}`),
    );
    // A payment is made by the bank: its button only opens the code.
    const missing = commands.filter((name) => !found.done[name] && name !== 'payment.pay');
    expect(missing).toEqual([]);
    expect(found.steps).toBeGreaterThan(3000);
  });

  test('are not ended while a letter of supervision is open: by a person, a round of opinions or a limit', () => {
    const ends = ['handle', 'forward', 'terminate', 'void', 'rare.expire'];
    expect(Object.keys(found.held)).toEqual(expect.arrayContaining(ends));
  });

  test('have states that the oracle knows', () => {
    for (const kind of Object.keys(recordInputs)) {
      const rules = recordRules[kind as keyof typeof recordRules];
      expect(Object.keys(recordFacts[kind] ?? {}).sort()).toEqual(Object.keys(rules?.states ?? {}).sort());
    }
  });
});

describe('the count day by day', () => {
  const calendar = { off: new Set(['2026-05-01']), madeUp: new Set(['2026-05-09']) };
  const limit = { startedAt: '2026-04-30T02:00:00.000Z', days: 2, isWorkingDays: true, pauses: [] };

  test('skips days off, counts made-up days, and neither the first day nor those of a pause', () => {
    expect(naiveDueDay(limit, calendar)).toBe('2026-05-05');
    expect(naiveDueDay({ ...limit, days: 7 }, calendar)).toBe('2026-05-11');
    const pause = { from: '2026-05-04T02:00:00.000Z', until: '2026-05-05T02:00:00.000Z' };
    expect(naiveDueDay({ ...limit, pauses: [pause] }, calendar)).toBe('2026-05-07');
    expect(naiveDueDay({ ...limit, pauses: [{ ...pause, until: null }] }, calendar)).toBeNull();
  });
});
