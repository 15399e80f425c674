import { describe, expect, test } from 'vitest';
import { actionTimeAfter } from './action-time.ts';

const at = (time: string) => new Date(`2026-03-02T${time}:00.000Z`);

describe('time of an action', () => {
  test('is the time of the clock', () => {
    expect(actionTimeAfter(at('02:10'), at('02:11'))).toEqual(at('02:11'));
    expect(actionTimeAfter(at('02:10'), at('02:10'))).toEqual(at('02:10'));
  });

  test('is never before the last action of the order', () => {
    expect(actionTimeAfter(at('02:10'), at('02:09'))).toEqual(at('02:10'));
    expect(actionTimeAfter(at('04:00'), at('03:00'))).toEqual(at('04:00'));
  });

  test('is the time of the clock again when the last action is more than an hour ahead', () => {
    expect(actionTimeAfter(at('04:01'), at('03:00'))).toEqual(at('03:00'));
  });
});
