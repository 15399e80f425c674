import { describe, expect, it } from 'vitest';
import { wordsOfTitle } from './words-of-title.ts';

describe('words of a long title', () => {
  it.each([
    ['法定代表人证件类型', '法定|代表人|证件|类型'],
    ['信访人证件号码及地址', '信访人|证件|号码及|地址'],
    ['主要负责人联系电话', '主要|负责人|联系|电话'],
  ])('%s breaks between words, and a single character stays with its word', (title, words) => {
    expect(wordsOfTitle(title).join('|')).toBe(words);
  });

  it('leaves a short title whole', () => {
    expect(wordsOfTitle('证件类型')).toEqual(['证件类型']);
  });
});
