import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { sha256 } from '#web/toolkit/files/sha256.ts';
import { leadingZeroBits, solveProofOfWork } from './proof-of-work.ts';

const hexOf = (hash: Uint32Array) => Array.from(hash, (word) => word.toString(16).padStart(8, '0')).join('');

test.each([0, 1, 3, 55, 56, 57, 63, 64, 65, 119, 120, 1000])(
  'hashes %i bytes like the platform',
  (length) => {
    const message = Uint8Array.from({ length }, (_, index) => (index * 31 + 7) & 255);
    expect(hexOf(sha256(message))).toBe(createHash('sha256').update(message).digest('hex'));
  },
);

test('counts leading zero bits across words', () => {
  expect(leadingZeroBits(Uint32Array.of(0x8000_0000, 0))).toBe(0);
  expect(leadingZeroBits(Uint32Array.of(1, 0))).toBe(31);
  expect(leadingZeroBits(Uint32Array.of(0, 0x4000_0000))).toBe(33);
});

test('the solution begins with the requested number of zero bits', async () => {
  const n = await solveProofOfWork('盐', 10);
  const digest = createHash('sha256').update(`盐${n}`).digest();
  expect(digest.readUInt16BE(0) >> 6).toBe(0);
});
