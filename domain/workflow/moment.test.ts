import { describe, expect, test } from 'vitest';
import { momentAfter } from './moment.ts';

const at = (time: string) => new Date(`2026-03-02T${time}:00.000Z`);

describe('the moment of an action', () => {
  test('is what the clock says', () => {
    expect(momentAfter(at('02:10'), at('02:11'))).toEqual(at('02:11'));
    expect(momentAfter(at('02:10'), at('02:10'))).toEqual(at('02:10'));
  });

  test('is not before the last one on the order', () => {
    expect(momentAfter(at('02:10'), at('02:09'))).toEqual(at('02:10'));
    expect(momentAfter(at('04:00'), at('03:00'))).toEqual(at('04:00'));
  });

  test('is what the clock says again where it had been wrong by more than an hour', () => {
    expect(momentAfter(at('04:01'), at('03:00'))).toEqual(at('03:00'));
  });
});
