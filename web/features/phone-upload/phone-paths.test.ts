import { expect, test } from 'vitest';
import { phoneUpload } from '#contract/phone-upload.ts';
import { phonePaths } from './phone-paths.ts';

test('the phone calls the paths of the contract', () => {
  const contractPaths = Object.entries(phoneUpload).map(([name, { method, path }]) => [name, [method, path]]);
  expect(phonePaths).toEqual(Object.fromEntries(contractPaths));
});
