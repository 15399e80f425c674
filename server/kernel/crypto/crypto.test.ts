import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { newId } from '#server/kernel/ids.ts';
import { createCrypto, fingerprintOf } from './crypto.ts';
import { findKeyFile, readOrCreateKeyFile } from './key-files.ts';

const [first, second] = [randomBytes(32), randomBytes(32)];

describe('seal and open', () => {
  test('return the original text, and never the same sealed text twice', () => {
    const crypto = createCrypto([first]);
    const sealed = crypto.seal('龑喆 330127199003129970');
    expect(crypto.open(sealed)).toBe('龑喆 330127199003129970');
    expect(crypto.seal('龑喆 330127199003129970')).not.toBe(sealed);
    expect(sealed).not.toContain('330127');
  });

  test('open text of an older key, and seal with the newer one', () => {
    const old = createCrypto([first]).seal('值');
    const rotated = createCrypto([second, first]);
    expect(rotated.open(old)).toBe('值');
    expect(() => createCrypto([first]).open(rotated.seal('值'))).toThrow('cannot be decrypted');
  });

  test('refuse a changed text', () => {
    const crypto = createCrypto([first]);
    const [version, id, nonce, text = ''] = crypto.seal('13800138000').split(':');
    const changed = `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`;
    expect(() => crypto.open([version, id, nonce, changed].join(':'))).toThrow();
  });
});

describe('searchHash', () => {
  test('is equal for full-width and lower-case input, and unchanged by key rotation', () => {
    const crypto = createCrypto([first]);
    expect(crypto.searchHash('11010519491231002x')).toBe(
      crypto.searchHash('１１０１０５１９４９１２３１００２Ｘ'),
    );
    expect(createCrypto([second, first]).searchHash('1')).toBe(crypto.searchHash('1'));
    expect(createCrypto([second]).searchHash('1')).not.toBe(crypto.searchHash('1'));
  });
});

describe('the key file', () => {
  test('is created once and is readable only by its owner', () => {
    const folder = mkdtempSync(join(tmpdir(), 'banjian-keys-'));
    try {
      const key = readOrCreateKeyFile(folder);
      expect(key).toHaveLength(32);
      expect(readOrCreateKeyFile(folder)).toEqual(key);
      if (process.platform !== 'win32') {
        expect(statSync(join(folder, 'encryption.key')).mode & 0o777).toBe(0o600);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('an invalid key file', () => {
  test.each(['', 'c2hvcnQ=', 'not a key at all'])(
    'is refused with a message that names the file: %j',
    (text) => {
      const folder = mkdtempSync(join(tmpdir(), 'banjian-keys-'));
      try {
        expect(findKeyFile(folder, 'audit.key')).toBeUndefined();
        writeFileSync(join(folder, 'audit.key'), text);
        expect(() => findKeyFile(folder, 'audit.key')).toThrow(`${join(folder, 'audit.key')} 不完整或已损坏`);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );
});

describe('the fingerprint of a key', () => {
  test('starts with the key id in sealed and signed texts', () => {
    const crypto = createCrypto([first], second);
    expect(fingerprintOf('encryption.key', first)).toMatch(/^[0-9a-f]{16}$/);
    expect(crypto.seal('值').split(':')[1]).toBe(fingerprintOf('encryption.key', first).slice(0, 8));
    expect(crypto.signAuditLog('链').split(':')[1]).toBe(fingerprintOf('audit.key', second).slice(0, 8));
  });
});

describe('newId', () => {
  test('is a UUID v7 that sorts by time', () => {
    const early = newId(new Date('2025-09-01T00:00:00Z'));
    expect(early).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(early < newId(new Date('2026-03-01T00:00:00Z'))).toBe(true);
  });
});
