import { expect, test } from 'vitest';
import { mergeDraft } from './merge-draft.ts';

const opened = { name: '李娜', title: '科员', posts: [{ key: 'a' }, { key: 'b' }], roles: ['x', 'y'] };

test('unchanged values become those that another person saved, and values changed by both keep the typed ones', () => {
  const newest = { ...opened, name: '李娜娜', title: '科长' };
  expect(mergeDraft(opened, { ...opened, title: '主任' }, newest)).toEqual({
    draft: { ...newest, title: '主任' },
    changed: ['name', 'title'],
    contested: ['title'],
  });
  // Both typed the same value: there is no conflict.
  expect(mergeDraft(opened, newest, newest)).toMatchObject({ draft: newest, contested: [] });
});

test('entries removed elsewhere do not come back, and entries added here stay', () => {
  const own = { ...opened, posts: [{ key: 'a' }, { key: 'b' }, { key: 'c' }], roles: ['y'] };
  const newest = { ...opened, posts: [{ key: 'b' }], roles: ['y', 'x', 'z'] };
  const { draft, changed } = mergeDraft(opened, own, newest);
  expect(draft.posts).toEqual([{ key: 'b' }, { key: 'c' }]);
  expect(draft.roles).toEqual(['y', 'z']);
  expect(changed).toEqual(['posts', 'roles']);
  expect(mergeDraft(opened, own, { ...opened, roles: ['y', 'x'] })).toMatchObject({
    draft: own,
    changed: [],
  });
});
