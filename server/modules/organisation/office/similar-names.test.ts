import { expect, test } from 'vitest';
import { officeOrganisations } from '#contract/office-organisations.ts';
import { officeGroups, officePosts } from '#contract/office-parts.ts';
import { testOffice } from '#test/world/office.ts';

const office = await testOffice();
const system = office.as('tianye');
const problemsIn = (answer: { body: { problems?: readonly { field: string; message: string }[] } }) =>
  answer.body.problems?.map(({ field, message }) => `${field} ${message}`);

test('names of posts, user groups and organisations must not look like existing ones', async () => {
  const post = { name: '窗口人员', orgId: null, sortBy: 0 };
  await system.done(officePosts.create, { body: { ...post, code: 'clerk-post' } });
  const newPost = (code: string, name: string) =>
    system.call(officePosts.create, { body: { ...post, code, name } });
  expect(problemsIn(await newPost('other-post', '窗口\u200d人员'))).toEqual([
    'name 岗位名称不能含有不可见的字符',
  ]);
  expect(problemsIn(await newPost('other-post', '窗口　人员'))).toEqual([
    'name 岗位名称与已有的“窗口人员”外观相同，请更换',
  ]);
  expect(problemsIn(await newPost('Clerk-Post', '别的岗'))).toEqual([
    'code 岗位编码与已有的“clerk-post”外观相同，请更换',
  ]);
  // People could not distinguish the two names.
  expect(problemsIn(await newPost('other-post', '窗口人员'))).toEqual(['name 已有同名的岗位']);
  // Posts of different organisations may have the same name: every bureau has a 办公室.
  const ofBureau = (code: string, orgId: string, name: string) =>
    system.call(officePosts.create, { body: { ...post, code, orgId, name } });
  expect((await ofBureau('post-a', '330127-xfj', '文书')).status).toBe(200);
  expect((await ofBureau('post-b', '10002', '文书')).status).toBe(200);
  expect(problemsIn(await ofBureau('post-c', '10002', '文书'))).toEqual(['name 已有同名的岗位']);
  // A post of every organisation stands beside those of each.
  expect(problemsIn(await ofBureau('post-c', '10002', '窗口人员'))).toEqual(['name 已有同名的岗位']);
  expect(problemsIn(await newPost('post-c', '文书'))).toEqual(['name 已有同名的岗位']);
  const group = (code: string, name: string) =>
    system.call(officeGroups.create, { body: { code, name, applications: [], sortBy: 0 } });
  expect((await group('night', 'Night组')).status).toBe(200);
  expect(problemsIn(await group('night-2', 'Night组'))).toEqual(['name 已有同名的用户组']);
  expect(problemsIn(await group('night-2', 'ｎight组'))).toEqual([
    'name 用户组名称与已有的“Night组”外观相同，请更换',
  ]);
  const bureau = { kind: 'organisation', parentId: '10002', areaCode: '330127', address: '', phone: '' };
  const add = (code: string, name: string) =>
    system.call(officeOrganisations.create, { body: { ...bureau, code, name } });
  expect((await add('bureau-a', '一局（A）')).status).toBe(200);
  expect(problemsIn(await add('bureau-b', '一局（A）'))).toEqual(['name 已有同名的机构']);
  expect(problemsIn(await add('bureau-b', '一局(A)'))).toEqual([
    'name 机构名称与已有的“一局（A）”外观相同，请更换',
  ]);
});
