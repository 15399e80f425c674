import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { screens } from './screen-list.ts';

test('every screen of the list has its file', () => {
  const missing = screens.filter(({ file }) => {
    const folder = file.startsWith('composed/') ? '.' : join('..', 'features');
    return !existsSync(join(import.meta.dirname, folder, `${file}.tsx`));
  });
  expect(missing.map(({ file }) => file)).toEqual([]);
});
