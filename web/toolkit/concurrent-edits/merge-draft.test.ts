import { expect, test } from 'vitest';
import { mergeDraft } from './merge-draft.ts';

const base = { name: '李娜', title: '科员', posts: [{ key: 'a' }, { key: 'b' }], roles: ['x', 'y'] };

test('unchanged values become those that another person saved, and values changed by both keep the typed ones', () => {
  const newest = { ...base, name: '李娜娜', title: '科长' };
  expect(mergeDraft(base, { ...base, title: '主任' }, newest)).toEqual({
    draft: { ...newest, title: '主任' },
    changed: ['name', 'title'],
    contested: ['title'],
  });
  // Both typed the same value: there is no conflict.
  expect(mergeDraft(base, newest, newest)).toMatchObject({ draft: newest, contested: [] });
});

test('entries removed elsewhere do not come back, and entries added here stay', () => {
  const own = { ...base, posts: [{ key: 'a' }, { key: 'b' }, { key: 'c' }], roles: ['y'] };
  const newest = { ...base, posts: [{ key: 'b' }], roles: ['y', 'x', 'z'] };
  const { draft, changed } = mergeDraft(base, own, newest);
  expect(draft.posts).toEqual([{ key: 'b' }, { key: 'c' }]);
  expect(draft.roles).toEqual(['y', 'z']);
  expect(changed).toEqual(['posts', 'roles']);
  expect(mergeDraft(base, own, { ...base, roles: ['y', 'x'] })).toMatchObject({
    draft: own,
    changed: [],
  });
});
