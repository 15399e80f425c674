import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesWithWords, inOurWords } from './library-words.ts';

const library = join(import.meta.dirname, '..', '..', 'node_modules', '@rc-component');
const stepHandler = join(library, 'input-number', 'es', 'StepHandler.js');

test('the arrows of a number are heard in our language', () => {
  expect(filesWithWords.some((pattern) => pattern.test(stepHandler))).toBe(true);
  const said = inOurWords(stepHandler, readFileSync(stepHandler, 'utf8'));
  expect(said).toContain("isUpAction ? '增加' : '减少'");
  expect(said).not.toMatch(/Increase|Decrease Value/);
});

test('another file is left alone, and a word that is gone is told of', () => {
  expect(inOurWords('/a/b.js', 'code')).toBe('code');
  expect(() => inOurWords(stepHandler, 'nothing')).toThrow('no longer says');
});
