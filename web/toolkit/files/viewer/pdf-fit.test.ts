import { beforeEach, expect, it } from 'vitest';
import { keepPdfFit, readPdfFit } from './pdf-fit.ts';

beforeEach(() => localStorage.clear());

it('fits the width until another fit is chosen, and remembers the choice', () => {
  expect(readPdfFit()).toBe('page-width');
  keepPdfFit('page-fit');
  expect(readPdfFit()).toBe('page-fit');
  keepPdfFit('page-width');
  expect(readPdfFit()).toBe('page-width');
});
