import { describe, expect, test } from 'vitest';
import { type Attempt, countFaultEffects, type Fault } from './fault-effects.ts';
import { chatBehaviours } from './faults.ts';

const kill: Fault = { kind: 'kill -9 of the server', at: 1000, servedAgainMs: 500 };
const hang: Fault = { kind: 'chat platform hangs', at: 2000, servedAgainMs: 500 };
const attempt = (sentAt: number, endedAt: number, status: number): Attempt => ({ sentAt, endedAt, status });
const affectedBy = (fault: Fault, ...attempts: Attempt[]) =>
  countFaultEffects([fault], attempts, 0)[0]?.affected;

describe('requests affected by a fault', () => {
  test('are those that failed during the fault', () => {
    expect(affectedBy(kill, attempt(900, 1001, 0), attempt(1200, 1300, 503), attempt(1500, 1600, 502))).toBe(
      3,
    );
  });

  test('exclude answered requests and requests before or after the fault', () => {
    expect(affectedBy(kill, attempt(900, 1100, 200), attempt(900, 999, 503), attempt(1501, 1600, 503))).toBe(
      0,
    );
    expect(affectedBy(kill, attempt(1100, 1200, 409))).toBe(0);
  });
});

describe('faults of the chat platform', () => {
  const affected = (unaffectedMessages: number) =>
    countFaultEffects([hang, kill, hang], [], unaffectedMessages).map((fault) => fault.affected);

  test('are counted in the order of the messages', () => {
    expect(affected(0)).toEqual([chatBehaviours.length, 0, chatBehaviours.length]);
    expect(affected(2)).toEqual([chatBehaviours.length, 0, chatBehaviours.length - 2]);
    expect(affected(chatBehaviours.length)).toEqual([chatBehaviours.length, 0, 0]);
  });

  test('count zero when all messages are left', () => {
    expect(affected(2 * chatBehaviours.length)).toEqual([0, 0, 0]);
  });
});
