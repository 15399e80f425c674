import { beforeEach, expect, it } from 'vitest';
import { readPdfFit, storePdfFit } from './pdf-fit.ts';

beforeEach(() => localStorage.clear());

it('fits the width until another fit is chosen, and stores the choice', () => {
  expect(readPdfFit()).toBe('page-width');
  storePdfFit('page-fit');
  expect(readPdfFit()).toBe('page-fit');
  storePdfFit('page-width');
  expect(readPdfFit()).toBe('page-width');
});
