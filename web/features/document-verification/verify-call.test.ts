import { createHash } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { documentVerification } from '#contract/document-verification.ts';
import { codeInAddress, digestOf, groupCode, verifyPath } from './verify-call.ts';

test('calls the path of the contract', () => {
  expect(verifyPath).toBe(documentVerification.verify.path);
});

test('reads the code from the address, and groups a typed code', () => {
  expect(codeInAddress('/verify/7F3A91C2')).toBe('7F3A91C2');
  expect(codeInAddress('/verify')).toBe('');
  expect(codeInAddress('/verify/%')).toBe('');
  expect(groupCode('7f3a 91c2-d')).toBe('7F3A-91C2-D');
});

test('computes the digest of a file, also where the browser offers no digest function', async () => {
  const bytes = new TextEncoder().encode('一件文书');
  const expected = createHash('sha256').update(bytes).digest('hex');
  const file = { arrayBuffer: async () => bytes.buffer } as unknown as Blob;
  expect(await digestOf(file)).toBe(expected);
  vi.stubGlobal('crypto', {});
  expect(await digestOf(file)).toBe(expected);
  vi.unstubAllGlobals();
});
