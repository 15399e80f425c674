import { readFileSync } from 'node:fs';

/** One line of a vector file: the tested value and the reason for it. */
export interface VectorCase {
  value: string;
  reason: string;
}

/** One line `input → output` of a vector file. */
export interface VectorMapping {
  input: string;
  output: string;
  reason: string;
}

/**
 * Reads a list of cases, one per line. ` # ` begins the reason; a line that begins with `#` is a heading. A
 * value in double quotes is JSON, for values that are empty, have spaces at their ends or need escapes.
 */
export function readCases(file: URL): VectorCase[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [value = '', ...reason] = line.split(' # ');
      return { value: unquote(value.trim()), reason: reason.join(' # ').trim() };
    });
}

/** Reads a list of mappings, one `input → output` per line, otherwise written like a list of cases. */
export function readMappings(file: URL): VectorMapping[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [mapping = '', ...reason] = line.split(' # ');
      const [input, output] = mapping.split(' → ');
      if (input === undefined || output === undefined) throw new Error(`There is no mapping in "${line}"`);
      return {
        input: unquote(input.trim()),
        output: unquote(output.trim()),
        reason: reason.join(' # ').trim(),
      };
    });
}

function unquote(text: string): string {
  return text.startsWith('"') ? (JSON.parse(text) as string) : text;
}
