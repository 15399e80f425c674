import { expect, it } from 'vitest';
import { labelOfBrowser } from './browser-label.ts';

it('names a known browser and shows an unknown one unchanged', () => {
  expect(labelOfBrowser('curl/8.0')).toBe('curl/8.0');
  expect(labelOfBrowser('')).toBe('—');
  expect(labelOfBrowser('Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0')).toBe(
    'Firefox 128\u00a0· Linux',
  );
});
