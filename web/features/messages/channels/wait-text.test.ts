import { describe, expect, it } from 'vitest';
import { waitText } from './wait-text.ts';

const now = new Date('2026-11-24T15:00:00.000Z');
const row = {
  state: 'waiting' as const,
  tries: 0,
  triedAt: null,
  createdAt: '2026-11-24T14:30:00.000Z',
  dueAt: '2026-11-24T23:00:00.000Z',
};

describe('time of a waiting message', () => {
  it('names the end of the quiet hours, with the day unless it is today', () => {
    expect(waitText(row, now)).toBe('定于 11-25 07:00 发送（免打扰）');
    expect(waitText(row, new Date('2026-11-24T16:30:00.000Z'))).toBe('定于 07:00 发送（免打扰）');
  });

  it('names the limit of a number, whose end is not a full minute', () => {
    expect(waitText({ ...row, dueAt: '2026-11-24T15:27:12.345Z' }, now)).toBe('定于 23:27 发送（超出限量）');
  });

  it('names the next attempt after a failed one', () => {
    const retried = { ...row, tries: 2, triedAt: row.createdAt, dueAt: '2026-11-24T15:27:00.000Z' };
    expect(waitText(retried, now)).toBe('定于 23:27 重试');
  });

  it('says nothing of a message that is due at once, was sent again by hand, or does not wait', () => {
    expect(waitText({ ...row, dueAt: row.createdAt }, now)).toBe('');
    expect(waitText({ ...row, triedAt: row.createdAt }, now)).toBe('');
    expect(waitText({ ...row, state: 'sending' }, now)).toBe('');
  });
});
