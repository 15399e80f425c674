import { describe, expect, test } from 'vitest';
import { shell } from '#contract/shell.ts';
import { Permission, systemActor } from '#domain/access/actor.ts';
import { addPeople, testPortal } from '#test/world/portal.ts';
import { readShellSettings, updateThirdAppMenus } from './service.ts';

const portal = await testPortal({
  settings: {
    PORTAL_EMBED_ORIGINS: 'https://oa.gov.cn',
    PORTAL_REDIRECT_ORIGINS: 'https://oa.gov.cn,https://one.gov.cn',
    PORTAL_ORIGIN: 'https://bj.gov.cn',
    PORTAL_THIRD_APPS:
      'stats|统计平台|https://stats.gov.cn/desk|role-zhang nobody,map|地图|https://map.gov.cn|role-li',
  },
});
await addPeople(portal, [
  { account: 'zhang', name: '张伟' },
  { account: 'li', name: '李娜' },
  { account: 'tianye', name: '田野', permissions: [Permission.operateSystem] },
]);
const { db, config } = portal.context;
const originalContext = portal.context;
await db
  .insertInto('menus')
  .values({
    id: 'w',
    client_code: 'workportal',
    code: 'workportal',
    title: '工作门户',
    url: '/index',
    sort_by: 1,
  })
  .execute();
await updateThirdAppMenus(portal.context);

const settingsOf = async (account: string) =>
  (await portal.call(shell.settings.path, { token: await portal.signIn(account) })).body.data;
const menusOf = async (account: string) => {
  const token = await portal.signIn(account);
  const { body } = await portal.call('/workportal/api/sys/staffs/getUserMenus', { token });
  const [root] = body.data as unknown as { children: { title: string; url: string }[] }[];
  return root?.children.map(({ title, url }) => [title, url]);
};

describe('the settings of the shell', () => {
  test('require a session', async () => {
    expect((await portal.call(shell.settings.path)).status).toBe(401);
  });

  test('name the allowed embedding origins, and only the applications of the person', async () => {
    expect(await settingsOf('zhang')).toEqual({
      embedOrigins: ['https://oa.gov.cn'],
      linkOrigins: ['https://oa.gov.cn', 'https://one.gov.cn'],
      petitionItem: 'petition-letter',
      petitionUnset: null,
      portalOrigin: 'https://bj.gov.cn',
      thirdApps: [{ code: 'stats', title: '统计平台', url: 'https://stats.gov.cn/desk' }],
    });
    expect(await settingsOf('li')).toMatchObject({ thirdApps: [{ code: 'map' }] });
  });

  test('name who can set a missing petition item, and omit an address that is not set', async () => {
    const unset = {
      db,
      config: {
        ...config,
        portalOrigin: undefined,
        embedding: { ...config.embedding, petitionItem: undefined },
      },
    };
    const operator = { ...systemActor, permissions: new Set([Permission.operateSystem]) };
    expect(await readShellSettings(unset, systemActor)).toMatchObject({
      petitionItem: null,
      petitionUnset: { isMine: false, doers: ['田野'] },
      portalOrigin: null,
    });
    expect((await readShellSettings(unset, operator)).petitionUnset).toEqual({
      isMine: true,
      doers: ['田野'],
    });
  });

  test('appear in the content security policy: allowed frames and frame ancestors', async () => {
    const { headers } = await portal.call('/sys/captcha');
    const policy = String(headers['content-security-policy']).split(';');
    expect(policy).toContain("frame-src 'self' blob: https://stats.gov.cn https://map.gov.cn");
    expect(policy).toContain("frame-ancestors 'self' https://oa.gov.cn");
  });
});

describe('third-party applications in the menu', () => {
  test('are visible to the roles of the settings', async () => {
    expect(await menusOf('zhang')).toEqual([['统计平台', '/third/stats']]);
    expect(await menusOf('li')).toEqual([['地图', '/third/map']]);
  });

  test('follow the settings at the next start: renamed, moved to another role or removed', async () => {
    const [stats] = config.embedding.thirdApps;
    if (stats === undefined) throw new Error('The settings contain this application');
    const changedEmbedding = {
      ...config.embedding,
      thirdApps: [{ ...stats, title: '统计', roles: ['role-li'] }],
    };
    const context = { ...originalContext, config: { ...config, embedding: changedEmbedding } };
    await updateThirdAppMenus(context);
    await updateThirdAppMenus(context);
    expect(await menusOf('li')).toEqual([['统计', '/third/stats']]);
    expect(await menusOf('zhang')).toBeUndefined();
    await updateThirdAppMenus({
      ...originalContext,
      config: { ...config, embedding: { ...changedEmbedding, thirdApps: [] } },
    });
    expect(await menusOf('li')).toBeUndefined();
    await updateThirdAppMenus(portal.context);
  });
});
