import { expect, test } from 'vitest';
import { comparedLength, comparedText, pairsOf, sharedWords } from './similar-words.ts';

const letter =
  '木业加工厂夜里喷漆，气味大。华东木业加工厂每晚 8 点以后开始喷漆，废气没有处理直接排出来，我们住在旁边不敢开窗。';
const shared = (other: string) => sharedWords(comparedText(letter), comparedText(other));

test('two letters about one matter share its words, longest first, without everyday words', () => {
  expect(shared('反映华东木业加工厂喷漆废气直排').words).toEqual(['华东木业加工厂', '喷漆', '废气']);
  expect(shared('喷漆厂废气扰民，要求搬迁，夏天不敢开窗')).toEqual({
    words: ['不敢开窗', '喷漆', '废气'],
    letters: 8,
  });
});

test('letters about other matters share nothing that counts, whatever phrases both use', () => {
  expect(shared('我们要求尽快解决小区电梯停用的问题，没有人处理').letters).toBeLessThan(4);
  expect(shared('')).toEqual({ words: [], letters: 0 });
});

test('a word of common pairs only does not count, a longer one with a rare pair does', () => {
  const isCommon = (pair: string) => ['千岛', '岛湖', '湖镇'].includes(pair);
  const compared = comparedText('千岛湖镇码头噪声');
  expect(sharedWords(compared, comparedText('千岛湖镇停水'), isCommon).letters).toBe(0);
  expect(sharedWords(compared, comparedText('千岛湖镇码头停水'), isCommon).words).toEqual(['千岛湖镇码头']);
});

test('a run does not reach over punctuation, and letters of either case are the same', () => {
  expect(shared('加工。厂').words).toEqual(['加工']);
  expect(sharedWords(comparedText('ETC 收费站'), comparedText('etc收费站')).words).toEqual(['etc', '收费站']);
});

test('long and repetitive texts are compared up to a limit, quickly', () => {
  const long = '喷漆'.repeat(20_000);
  expect([...comparedText(long)]).toHaveLength(comparedLength);
  expect(pairsOf(comparedText(long))).toEqual(['喷漆', '漆喷']);
  const begun = performance.now();
  sharedWords(comparedText(long), comparedText(long));
  expect(performance.now() - begun).toBeLessThan(500);
});

test('full-width digits, invisible characters and broken lines change nothing', () => {
  const plain = comparedText('ETC 收费站 12 幢漏水');
  expect(comparedText('ＥＴＣ 收费站 １２ 幢漏水')).toBe(plain);
  expect(comparedText('木业加\n  工厂喷漆')).toBe('木业加工厂喷漆');
  expect(comparedText('木\u200b业加\u00ad工厂喷漆')).toBe('木业加工厂喷漆');
  // One character that stands for many does not make the text longer than the limit.
  expect([...comparedText('\ufdfa'.repeat(comparedLength))].length).toBeLessThanOrEqual(comparedLength);
});

test('a date is no sign of the same matter', () => {
  const shares = (one: string, other: string) => sharedWords(comparedText(one), comparedText(other)).words;
  expect(shares('2026年3月12日停水', '2026年3月12日被打')).toEqual([]);
  expect(shares('去年11月5号起拖欠工资', '11月5号噪声扰民')).toEqual([]);
  expect(shares('13幢502室漏水', '13幢502室噪声')).toEqual(['13幢502室']);
});

test('a short run of digits is no word of a matter, a telephone number is', () => {
  const words = (one: string, other: string) => sharedWords(comparedText(one), comparedText(other)).words;
  expect(words('编号（212424）的楼房漏水', '21 号楼 2424 室停电')).toEqual([]);
  expect(words('电话 13800138000 的人收费', '请拨 13800138000')).toEqual(['13800138000']);
  expect(words('浙A12345 停在路口', '浙A12345 占道')).toEqual(['浙a12345']);
});

test('two characters with one of grammar are no word of a matter', () => {
  const shares = (one: string, other: string) => sharedWords(comparedText(one), comparedText(other)).words;
  expect(
    shares('以账在镇里为由推脱，被以各种理由拒绝，三年的账', '以效益不好为由，被以旷工辞退，两年的社保'),
  ).toEqual([]);
  expect(shares('拒不退还押金', '押金不退')).toEqual(['押金']);
});

test('traditional characters match as far as they are the same', () => {
  expect(
    sharedWords(comparedText('老人上下樓困難，三號樓停用'), comparedText('老人上下楼困难，三号楼停用')).words,
  ).toEqual(['老人上下', '停用']);
});

test('a long passage counts although all its pairs are common: many people write the same letter', () => {
  const isCommon = () => true;
  const compared = comparedText('年毛山村整村征迁安置房仍未竣工验收过渡费停发');
  expect(sharedWords(compared, compared, isCommon).letters).toBeGreaterThan(12);
  expect(sharedWords(comparedText('淳安县汾口镇'), comparedText('淳安县汾口镇'), isCommon).letters).toBe(0);
});
