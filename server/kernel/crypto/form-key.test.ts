import { describe, expect, test } from 'vitest';
import { formKeyRenewalMs, formKeySeconds } from '#domain/forms/form-key.ts';
import { createCrypto } from './crypto.ts';
import { createFormKey, findFormKey, unwrapText, wrapText } from './form-key.ts';

const crypto = createCrypto([Buffer.alloc(32, 1)]);
const now = new Date('2026-03-02T02:00:00Z');
const later = (ms: number) => new Date(now.getTime() + ms);
const key = createFormKey(crypto, 'session-a', now);
const [id = '', secret = ''] = key.split('.');

describe('key of a form (S2 §7)', () => {
  test('is found by its id, in every process with the same key of the portal', () => {
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    const other = createCrypto([Buffer.alloc(32, 1)]);
    expect(findFormKey(other, 'session-a', id, later(1))?.toString('base64url')).toBe(secret);
  });

  test('outlives the 8 minutes after which it is asked for again (S2 §9), and then expires', () => {
    expect(formKeyRenewalMs).toBe(480_000);
    expect(findFormKey(crypto, 'session-a', id, later(formKeyRenewalMs + 60_000))).toBeDefined();
    expect(findFormKey(crypto, 'session-a', id, later(formKeySeconds * 1000))).toBeUndefined();
  });

  test('is another one for each request, each session and each key of the portal', () => {
    expect(createFormKey(crypto, 'session-a', now)).not.toBe(key);
    for (const [keys, session] of [
      [crypto, 'session-b'],
      [createCrypto([Buffer.alloc(32, 2)]), 'session-a'],
    ] as const) {
      expect(findFormKey(keys, session, id, now)?.toString('base64url')).not.toBe(secret);
    }
  });

  test('cannot be given a longer life', () => {
    const [, rest = ''] = /^\d{10}(.*)$/.exec(id) ?? [];
    const extended = `${Number(id.slice(0, 10)) + 300}${rest}`;
    expect(findFormKey(crypto, 'session-a', extended, now)?.toString('base64url')).not.toBe(secret);
    expect(findFormKey(crypto, 'session-a', `9999999999${rest}`, now)).toBeUndefined();
  });

  test.each(['', 'x', '1772416800', `${'1'.repeat(400)}-a`, '1772416800-short', 'session-a/../x'])(
    'is not found by %j',
    (wrong) => {
      expect(findFormKey(crypto, 'session-a', wrong, now)).toBeUndefined();
    },
  );
});

describe('wrapped text', () => {
  const bytes = Buffer.from(secret, 'base64url');
  test.each(['', '"13800000001"', '{"a":"𠮷，中文"}', 'x'.repeat(100_000)])('is opened again: %#', (text) => {
    expect(unwrapText(bytes, 'request/phone', wrapText(bytes, 'request/phone', text))).toBe(text);
  });

  test('is different each time, and is not opened when it was changed, moved, or wrapped by another key', () => {
    const wrapped = wrapText(bytes, 'request/phone', '13800000001');
    expect(wrapText(bytes, 'request/phone', '13800000001')).not.toBe(wrapped);
    const changed = `${wrapped.slice(0, 20)}${wrapped[20] === 'A' ? 'B' : 'A'}${wrapped.slice(21)}`;
    expect(unwrapText(bytes, 'request/phone', changed)).toBeUndefined();
    expect(unwrapText(bytes, 'request/mobile', wrapped)).toBeUndefined();
    expect(unwrapText(bytes, 'answer/phone', wrapped)).toBeUndefined();
    expect(unwrapText(Buffer.alloc(32, 3), 'request/phone', wrapped)).toBeUndefined();
    for (const short of ['', 'AAAA', wrapped.slice(0, 30)])
      expect(unwrapText(bytes, 'request/phone', short)).toBeUndefined();
  });
});
