import { expect, test } from 'vitest';
import { mergeDraft } from './merge-draft.ts';

const opened = { name: '李娜', title: '科员', posts: [{ key: 'a' }, { key: 'b' }], roles: ['x', 'y'] };

test('untouched values take what another person saved, and values changed by both keep what was typed', () => {
  const now = { ...opened, name: '李娜娜', title: '科长' };
  expect(mergeDraft(opened, { ...opened, title: '主任' }, now)).toEqual({
    draft: { ...now, title: '主任' },
    changed: ['name', 'title'],
    contested: ['title'],
  });
  // Both typed the same value: there is no conflict.
  expect(mergeDraft(opened, now, now)).toMatchObject({ draft: now, contested: [] });
});

test('entries removed elsewhere do not come back, and entries added here stay', () => {
  const mine = { ...opened, posts: [{ key: 'a' }, { key: 'b' }, { key: 'c' }], roles: ['y'] };
  const now = { ...opened, posts: [{ key: 'b' }], roles: ['y', 'x', 'z'] };
  const { draft, changed } = mergeDraft(opened, mine, now);
  expect(draft.posts).toEqual([{ key: 'b' }, { key: 'c' }]);
  expect(draft.roles).toEqual(['y', 'z']);
  expect(changed).toEqual(['posts', 'roles']);
  expect(mergeDraft(opened, mine, { ...opened, roles: ['y', 'x'] })).toMatchObject({
    draft: mine,
    changed: [],
  });
});
