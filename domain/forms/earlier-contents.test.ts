import { describe, expect, test } from 'vitest';
import { compareChanges, contentAt, type StoredChange, unstoredChanges } from './earlier-contents.ts';

const change = (version: number, previous: StoredChange['previous'], fields: string[]): StoredChange => ({
  version,
  at: '2026-12-01T02:00:00.000Z',
  by: '张伟',
  fields,
  previous,
});

describe('earlier contents of a form', () => {
  const content = { title: '丙', phone: '139', note: '新' };
  const changes = [
    change(4, { title: '甲' }, ['title', 'phone']),
    change(9, { title: '乙', note: '旧' }, ['title', 'note']),
  ];

  test('returns the content of each version, without the values that fields got later', () => {
    expect(contentAt(content, changes, 9)).toEqual({ content, unknown: [] });
    expect(contentAt(content, changes, 8).content).toEqual({ title: '乙', phone: '139', note: '旧' });
    expect(contentAt(content, changes, 3)).toEqual({ content: { title: '甲', note: '旧' }, unknown: [] });
  });

  test('compares the values before and after each change, newest first', () => {
    expect(compareChanges(content, changes)).toEqual([
      { change: changes[1], before: { title: '乙', note: '旧' }, after: { title: '丙', note: '新' } },
      { change: changes[0], before: { title: '甲', phone: null }, after: { title: '乙', phone: '139' } },
    ]);
  });

  test('leaves out values that are not stored, and knows those before an older stored change', () => {
    const withGap = [...changes, change(6, null, ['title'])];
    expect(contentAt(content, withGap, 5)).toEqual({
      content: { phone: '139', note: '旧' },
      unknown: ['title'],
    });
    expect(contentAt(content, withGap, 3).content).toEqual({ title: '甲', note: '旧' });
    const [, middle, oldest] = compareChanges(content, withGap);
    expect(middle).toMatchObject({ before: {}, after: { title: '乙' } });
    expect(oldest).toMatchObject({ before: { title: '甲', phone: null }, after: { phone: '139' } });
  });

  test('adds changes of earlier releases, whose values are not stored', () => {
    const last = [change(2, null, ['note']), change(9, null, ['title'])];
    expect(unstoredChanges(last, changes)).toEqual([change(2, null, ['note'])]);
  });
});
