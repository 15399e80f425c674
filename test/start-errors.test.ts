import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Tests that the operator guide has a row for every error of a start, found by the text on the screen. */

const root = join(import.meta.dirname, '..');
const guide = readFileSync(join(root, 'docs', 'operator-guide.zh-CN.md'), 'utf8');
/** Files whose errors appear only in separate commands; the guide describes these in other sections. */
const commandFiles =
  /^(commands|modules\/operations\/backup)\/|^kernel\/(database\/with-database|crypto\/recipients)/;
const commandErrors = /^备份(比程序新|目录 … 中以前的备份缺失)/;

/** Returns a text in the source from its opening quote to its end, with … for each inserted value. */
function readText(source: string, from: number): string {
  const quote = source[from];
  let text = '';
  for (let index = from + 1; index < source.length && source[index] !== quote; index += 1) {
    if (quote === '`' && source.startsWith('${', index)) {
      let depth = 1;
      for (index += 2; depth > 0; index += 1)
        depth += source[index] === '{' ? 1 : source[index] === '}' ? -1 : 0;
      index -= 1;
      text += '…';
    } else text += source[index];
  }
  return text;
}

function listStartErrors(): string[] {
  const server = join(root, 'server');
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !commandFiles.test(path),
  );
  return files.flatMap((path) => {
    const source = readFileSync(join(server, path), 'utf8');
    return [...source.matchAll(/new StartupError\(\s*(?=['`])/g)].map((found) =>
      readText(source, found.index + found[0].length),
    );
  });
}

/** Returns the phrases of the first column as patterns, in which … matches anything. */
function listGuidePatterns(): RegExp[] {
  const section = guide.split('\n## 启动时的错误\n')[1]?.split('\n## ')[0] ?? '';
  const cells = [...section.matchAll(/^\| ([^|]+) \|/gm)].map(([, cell = '']) => cell);
  return cells
    .slice(2)
    .flatMap((cell) => cell.split(' / '))
    .map((phrase) => {
      const parts = phrase.replace(/（[^）]*时）$/, '').split(/\s*…+\s*/);
      return new RegExp(parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*'));
    });
}

test('the operator guide lists every start-up error', () => {
  const all = listStartErrors();
  expect(all.length).toBeGreaterThan(30);
  const guidePatterns = listGuidePatterns();
  expect(
    all.filter((text) => !commandErrors.test(text) && !guidePatterns.some((row) => row.test(text))),
  ).toEqual([]);
});
