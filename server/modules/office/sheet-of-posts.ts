import { postColumns } from '#domain/office/post-columns.ts';
import { importableSheet, problemAt } from '#server/sheets/importable-sheet.ts';
import { listOrganisationCodes, lockOffice } from './office.queries.ts';
import { listPosts, putPosts } from './posts.queries.ts';

/** 岗位 as a sheet. */
export const sheetOfPosts = importableSheet({
  name: 'posts',
  title: '岗位',
  columns: () => postColumns,
  keys: ['code'],
  lock: lockOffice,
  async read(db) {
    const posts = await listPosts(db);
    const organisations = new Set(await listOrganisationCodes(db));
    const present = posts.map(({ code, name, orgId, sortBy }) => ({ code, name, orgId, sortBy }));
    return { present, organisations };
  },
  check: (changes, { organisations }) =>
    changes.flatMap((change) => {
      const { orgId } = change.values;
      if (typeof orgId !== 'string' || organisations.has(orgId)) return [];
      return [problemAt(postColumns, change, 'orgId', `没有编码为“${orgId}”的机构`)];
    }),
  apply: (tx, changes) =>
    putPosts(
      tx,
      changes.map(({ values: { code, name, orgId, sortBy } }) => ({
        id: String(code),
        name: String(name),
        orgId: typeof orgId === 'string' ? orgId : null,
        sortBy: Number(sortBy ?? 0),
      })),
    ),
});
