import { lettersOf, searchKeyOf } from './spelled-search.ts';

/**
 * Checks whether typed text finds a name: its characters, their pinyin or the beginnings of it occur in the name in this
 * order, with gaps (`住建`, `zjj` and `zhufang` find 住房和城乡建设局). `pinyin` has the readings of each character, such as
 * `jiao|jue se`; without it only characters are found.
 */
export function findsName(query: string, name: string, pinyin = ''): boolean {
  const text = lettersOf(query);
  const characters = [...name];
  const syllables = pinyin === '' ? [] : searchKeyOf(pinyin).split(' ');
  // Each number is how much of the text the characters up to here can stand for.
  const matched = new Set([0]);
  for (const [place, typed] of characters.entries()) {
    const character = typed.normalize('NFKC').toLowerCase();
    for (const length of [...matched]) {
      if (text.startsWith(character, length)) matched.add(length + character.length);
      const readings = syllables.length === characters.length ? (syllables[place] ?? '') : '';
      for (const reading of readings.split('|'))
        for (let part = 1; part <= reading.length; part += 1)
          if (text.startsWith(reading.slice(0, part), length)) matched.add(length + part);
    }
  }
  return matched.has(text.length);
}
