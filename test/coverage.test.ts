import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'docs', 'coverage');

interface Row {
  id: string;
  requirement: string;
  status: string;
  evidence: string;
}

const rowPattern = /^\| (S\d\.[\w.]+) \| (.+?) \| (?:\*\*(\w+)\*\*)? ?(.*) \|$/;

function readRows(text: string): Row[] {
  return text.split('\n').flatMap((line) => {
    if (!line.startsWith('| S')) return [];
    const found = rowPattern.exec(line);
    if (!found)
      return [{ id: line.split('|')[1]?.trim() ?? '', requirement: '', status: 'unclear', evidence: '' }];
    const [, id = '', requirement = '', status = 'unclear', evidence = ''] = found;
    return [{ id, requirement, status, evidence }];
  });
}

/**
 * Returns the lines of a test file with the title of a test, of a group, or of a call in the standard tests.
 */
function titlesOf(text: string): string {
  const lines = text.split('\n');
  const isTitle = (line: string, index: number) =>
    /^\s*(test|it|describe)(\.\w+)?\(|^\s*\)\(['"`]|^ {2}['"]?[\w-]+['"]?: \{$/.test(line) ||
    // A long list of cases or a long title moves the title to its own line.
    (/^\s*['"`]/.test(line) && /(test|it|describe)(\.each)?\($|\)\($/.test(lines[index - 1]?.trim() ?? '')) ||
    /\)\(\s*['"`]/.test(line);
  return lines.filter(isTitle).join('\n');
}

/** Returns the errors in the proof of a row; empty if every test or decision that it names exists. */
function problemsOf(row: Row): string[] {
  if (row.status === 'decided') {
    const page = /\(\.\.\/decisions\/([\w.-]+\.md)\)/.exec(row.evidence)?.[1];
    return page && existsSync(join(root, 'docs', 'decisions', page)) ? [] : ['names no page of decisions'];
  }
  if (row.status !== 'done') {
    return ['part', 'none'].includes(row.status) ? [] : [`has the status “${row.status}”`];
  }
  const proofs = [...row.evidence.matchAll(/`([^`]+?\.(?:test|spec)\.(?:tsx?|mjs)) › ([^`]+)`/g)];
  if (proofs.length === 0) return ['names no test'];
  return proofs.flatMap(([, path = '', title = '']) => {
    const file = join(root, path);
    if (!existsSync(file)) return [`names ${path}, which is not there`];
    return titlesOf(readFileSync(file, 'utf8')).includes(title)
      ? []
      : [`names “${title}”, which ${path} has not`];
  });
}

const files = readdirSync(folder).filter((name) => /^s\d/.test(name));
const rows = files.flatMap((name) => readRows(readFileSync(join(folder, name), 'utf8')));

describe('the coverage table', () => {
  test('has every requirement of the three documents once', () => {
    const ids = rows.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    const count = (document: string) => ids.filter((id) => id.startsWith(document)).length;
    expect([count('S0.'), count('S1.'), count('S2.')]).toEqual([140, 191, 165]);
    expect(rows.filter(({ requirement }) => requirement === '').map(({ id }) => id)).toEqual([]);
  });

  test('gives each requirement a status, and each finished one names an existing test', () => {
    expect(rows.flatMap((row) => problemsOf(row).map((problem) => `${row.id} ${problem}`))).toEqual([]);
  });

  test('reports a row that claims too much', () => {
    const line = (proof: string) => problemsOf(readRows(`| S9.1 | x | ${proof} |`)[0] as Row);
    const self = 'test/coverage.test.ts';
    expect(line(`**done** \`${self} › reports a row that claims too much\``)).toEqual([]);
    expect(line('**done** seen')).toEqual(['names no test']);
    expect(line('**done** `test/nowhere.test.ts › a`')).toEqual([
      'names test/nowhere.test.ts, which is not there',
    ]);
    expect(line(`**done** \`${self} › no such title\``)).toHaveLength(1);
    expect(line('**wrong** x')).toHaveLength(1);
    expect(line('done')).toHaveLength(1);
    expect(line('**decided** somewhere')).toHaveLength(1);
  });
});
