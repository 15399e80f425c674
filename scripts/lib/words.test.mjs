import { describe, expect, test } from 'vitest';
import { countWords, docComments, exportedTypes, isNamedByParticiple } from './words.mjs';

describe('check of words in the sources', () => {
  test('reads comments with their first line number', () => {
    const source = 'const a = 1;\n/**\n * Returns the\n * first.\n */\n/* no doc */\n/** Second. */';
    expect(docComments(source)).toEqual([
      { line: 2, text: 'Returns the first.' },
      { line: 7, text: 'Second.' },
    ]);
  });

  test.each([
    ['What a row says; nobody reads it.', 7, 2],
    ['Returns what a row says.', 5, 0],
    ['Whoever signs in. Somebody else, what is more, does not.', 10, 3],
    ['Whatever comes.', 2, 0],
  ])('counts words and vague words: %s', (text, words, vague) => {
    expect(countWords(text)).toEqual({ words, vague });
  });

  test('lists the types that a file exports by name', () => {
    const source =
      'export interface A {}\ninterface B {}\nexport type C<T> = T;\nexport class D {}\nexport const E = 1;';
    expect(exportedTypes(source)).toEqual(['A', 'C', 'D']);
  });

  test.each(['Asked', 'Written', 'Laid', 'Read', 'AskedExport', 'KeptItem', 'NoticeAsked', 'Held'])(
    'rejects a type named by a participle: %s',
    (name) => expect(isNamedByParticiple(name)).toBe(true),
  );

  test.each(['Token', 'StoredItem', 'ReadSheetJob', 'Madein', 'Heldover', 'KeyToldings'])(
    'accepts another type name: %s',
    (name) => expect(isNamedByParticiple(name)).toBe(false),
  );
});
