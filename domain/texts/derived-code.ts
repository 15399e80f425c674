const maxPinyinLength = 30;
const maxCodeLength = 60;

/**
 * Derives a code from the pinyin of a name (`shou li gao zhi shu`), with the first reading of each character: the
 * whole pinyin, or the initials of a long one, in lower-case letters and digits, beginning with a letter, followed
 * by a number if the code is already used. Empty for a name without a letter.
 */
export function deriveCode(pinyin: string, usedCodes: readonly string[]): string {
  const syllables = pinyin
    .toLowerCase()
    .split(' ')
    .map((readings) => readings.replace(/\|.*/, '').replace(/[^a-z0-9]/g, ''))
    .filter(Boolean);
  const fullPinyin = syllables.join('');
  if (fullPinyin === '') return '';
  const short =
    fullPinyin.length <= maxPinyinLength
      ? fullPinyin
      : syllables.map((syllable) => syllable.charAt(0)).join('');
  const code = (/^[a-z]/.test(short) ? short : `x${short}`).slice(0, maxCodeLength);
  const others = new Set(usedCodes);
  if (!others.has(code)) return code;
  let number = 2;
  while (others.has(`${code}-${number}`)) number += 1;
  return `${code}-${number}`;
}
