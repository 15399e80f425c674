import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wordOfAction, wordOfObject, wordOfObjectOf } from '#contract/audit-texts.ts';
import { WorkOrderStatus, workOrderStatusLabel } from '#domain/enumerations/work-order-status.ts';
import { fullNameOfObject, remarkOnHidden, textsOfDetail, wordOfDetail } from './detail-texts.ts';

const modules = join(import.meta.dirname, '..', '..', '..', 'server', 'modules');
const sources = readdirSync(modules, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
);
/** Matches the literal action name at places that write an audit record. */
const named = /(?:action: |noteOf\(\w+, )'([a-z-]+\.[a-z-]+)'/g;

/** Returns the property names of an object literal: `{ a, b: c.d(e), ...f }` has `a` and `b`. */
function namesIn(text: string): string[] {
  let depth = 0;
  const flat = [...text].map((letter) => {
    if ('}])'.includes(letter)) depth -= 1;
    const shown = depth === 0 ? letter : '';
    if ('{[('.includes(letter)) depth += 1;
    return shown;
  });
  return flat
    .join('')
    .split(',')
    .flatMap((part) => /^\s*(\w+)\s*(?::|$)/.exec(part)?.[1] ?? []);
}

/** Returns the text between the bracket at this position and its closing one. */
function insideOf(text: string, from: number): string {
  let depth = 1;
  let at = from;
  for (; depth > 0 && at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    if (text[at] === '}') depth -= 1;
  }
  return text.slice(from, at - 1);
}

describe('words of the trail', () => {
  it('are there for everything that the server writes down by its name', () => {
    const actions = sources.flatMap((name) =>
      [...readFileSync(join(modules, name), 'utf8').matchAll(named)].map(([, action = '']) => action),
    );
    expect(actions.length).toBeGreaterThan(10);
    expect(actions.filter((action) => wordOfAction(action) === action)).toEqual([]);
  });

  it('say the status of an order, and what a record of an order or a file leaves out', () => {
    const [status] = Object.values(WorkOrderStatus);
    expect(textsOfDetail({ status })).toEqual([
      ['办件状态', workOrderStatusLabel[status as WorkOrderStatus]],
    ]);
    expect(textsOfDetail({ forms: ['letter', 'reply'] })).toEqual([['表单', 'letter、reply']]);
    expect(remarkOnHidden({ chain: 'order x', action: 'work-order.handle' })).toContain('办理按钮');
    expect(remarkOnHidden({ chain: 'file', action: 'file.upload' })).toContain('附件名称');
    expect(remarkOnHidden({ chain: 'session', action: 'session.login' })).toBeUndefined();
  });

  it('are there for every kind of object that the server writes down', () => {
    const kinds = sources.flatMap((name) =>
      [...readFileSync(join(modules, name), 'utf8').matchAll(/objectKind: '([a-z-]+)'/g)].map(
        ([, kind = '']) => kind,
      ),
    );
    expect(new Set(kinds).size).toBeGreaterThan(30);
    expect(kinds.filter((kind) => wordOfObject(kind) === kind)).toEqual([]);
  });

  it.each([
    ['security.audit.read', {}, '审计记录'],
    ['security.applicant.revealed', { workorderCode: '2026000123' }, '办件 2026000123'],
    ['security.password.change-failed', {}, '账号 徐军'],
    ['security.second-factor.removed', {}, '账号 徐军'],
    ['security.call.limited', {}, '功能'],
  ])('say what a call was about, as %s does', (action, detail, name) => {
    const link = { action, objectKind: 'call', objectName: '', staffName: '徐军', detail };
    expect(fullNameOfObject(link)).toBe(name);
    expect(name.startsWith(wordOfObjectOf(link))).toBe(true);
  });

  it('are there for every detail that the server writes out beside it', () => {
    const names = sources.flatMap((name) => {
      const source = readFileSync(join(modules, name), 'utf8');
      return [...source.matchAll(/\bdetail: \{/g)].flatMap(({ 0: { length }, index }) =>
        namesIn(insideOf(source, index + length)),
      );
    });
    expect(names.length).toBeGreaterThan(50);
    expect([...new Set(names)].filter((name) => wordOfDetail(name) === name)).toEqual([]);
  });
});
