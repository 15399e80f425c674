import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomCases } from '#test/world/random-cases.ts';
import { patternLimits } from './limits.ts';
import { compilePattern } from './safe-pattern.ts';

function test(source: string, text: string): boolean | string {
  const pattern = compilePattern(source);
  return 'reason' in pattern ? pattern.reason : pattern.test(text);
}

/** Patterns of the subset, composed of small pieces. */
const patterns = fc.letrec<{ node: string; atom: string }>((tie) => ({
  atom: fc.oneof(
    { depthSize: 'small', maxDepth: 3 },
    fc.constantFrom(
      'a',
      'b',
      '中',
      '1',
      '.',
      '\\d',
      '\\w',
      '\\s',
      '[ab]',
      '[^a]',
      '[0-9a-c]',
      '[\\u4e00-\\u9fa5]',
      '\\.',
    ),
    tie('node').map((node) => `(${node})`),
  ),
  node: fc
    .array(fc.tuple(tie('atom'), fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,3}', '{0,}', '*?')), {
      minLength: 1,
      maxLength: 4,
    })
    .map((parts) => parts.map((part) => part.join('')).join(''))
    .chain((left) => fc.constantFrom(left, `^${left}`, `${left}$`, `^${left}$`, `${left}|b`)),
}));
const texts = fc
  .array(fc.constantFrom('a', 'b', 'c', '1', '中', '.', ' ', '\n'), { maxLength: 8 })
  .map((all) => all.join(''));

describe('safe pattern', () => {
  it('gives the same result as RegExp for every pattern of the subset', () => {
    fc.assert(
      fc.property(patterns.node, texts, (source, text) => {
        fc.pre(source.length <= 100);
        const expected = new RegExp(source, 'u').test(text);
        expect(test(source, text), `${source} on ${JSON.stringify(text)}`).toBe(expected);
      }),
      { numRuns: randomCases(1000) },
    );
  });

  it('rejects nested repetitions of an empty group that are too complex', () => {
    expect(test('((((){9999}){9999}){9999}){9999}', 'a')).toBe('正则表达式过于复杂');
    expect(test('^(){3}a$', 'a')).toBe(true);
  });

  it('takes time proportional to the text for patterns that make a backtracking matcher hang', () => {
    for (const source of [
      '^(a+)+$',
      '^(a|a)*$',
      '^(a|aa)+$',
      '(.*)*x',
      '^([a-z]+)*[A-Z]$',
      '^(a?){40}a{40}$',
    ]) {
      const pattern = compilePattern(source);
      if ('reason' in pattern) throw new Error(`${source}: ${pattern.reason}`);
      const costs: number[] = [];
      // Building the automaton is counted too, once.
      pattern.test('');
      pattern.test(`${'a'.repeat(patternLimits.text - 1)}!`, (states) => costs.push(states));
      // Each character visits each state at most once, whatever precedes it.
      expect(costs.length).toBeLessThanOrEqual(patternLimits.text + 1);
      expect(Math.max(...costs)).toBeLessThanOrEqual(8 * source.length + 200);
      expect(costs.at(-1)).toBeLessThanOrEqual(Math.max(...costs.slice(0, 100)));
    }
  });

  it('rejects patterns that cannot be matched in linear time, with a reason', () => {
    for (const source of [
      '(?=a)',
      '(?<!a)b',
      '(a)\\1',
      '\\bword',
      '(?<name>a)',
      'a{2',
      '(a',
      'a)',
      '[b-a]',
      '*a',
      'a**',
      '\\p{L}',
    ]) {
      expect(test(source, 'a'), source).toBeTypeOf('string');
    }
    expect(test('((a{99}){99}){99}', 'a')).toBe('正则表达式过于复杂');
    expect(test('a'.repeat(301), 'a')).toBe('正则表达式过长');
  });
});
