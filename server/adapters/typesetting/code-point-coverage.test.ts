import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { coveredCodePoints } from './code-point-coverage.ts';
import { isCoveredBy } from './code-point-ranges.ts';
import { listOpenFonts } from './fonts.ts';
import { createTypesetter } from './typesetter.ts';

const typesetter = createTypesetter();
afterAll(() => typesetter.stop());

test('only characters that some font contains are covered', async () => {
  const hasGlyph = await typesetter.loadGlyphCheck('zhang');
  const coverageOf = (text: string) => [...text].map((character) => hasGlyph(character.codePointAt(0) ?? 0));
  expect(coverageOf('办件〔2026〕，A𬱟㛃龥').every((one) => one)).toBe(true);
  expect(coverageOf('𱍐ก')).toEqual([false, false]);
});

test('a file that is not a font covers nothing and is ignored', () => {
  const [path = ''] = listOpenFonts();
  const hasGlyph = isCoveredBy(coveredCodePoints([Buffer.from('no font'), readFileSync(path)]));
  expect([0x4e00, 0x9fa5, 0x2a6d6].map(hasGlyph)).toEqual([true, true, false]);
  expect(coveredCodePoints([Buffer.from('no font')])).toEqual([]);
});
