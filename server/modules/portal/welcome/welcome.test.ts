import { describe, expect, test } from 'vitest';
import { initiation } from '#contract/initiation.ts';
import { welcome } from '#contract/welcome.ts';
import { demoPassword, loadConfig } from '#server/kernel/config/config.ts';
import { testOffice } from '#test/world/office.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';
import { testPortal } from '#test/world/portal.ts';
import { petition } from '#test/world/start-data.ts';
import { presentDemoPeople } from './present.ts';
import { readDemoGuide, readWelcome } from './service.ts';

const office = await testOffice();
const { start } = openPetitionDesk(office);
const production = {
  ...office.context,
  config: loadConfig({ PORTAL_MODE: 'production', DATABASE_URL: 'postgres://portal@db.example/portal' }),
};

describe('GET /api/welcome', () => {
  test('names the office by its setting, else by the top organisation, and whether it is a demo', async () => {
    expect(await office.stranger.done(welcome.show)).toEqual({
      officeName: '淳安县人民政府',
      isDemo: true,
      signOn: null,
    });
    const config = { ...office.context.config, officeName: '淳安县信访局' };
    expect((await readWelcome({ ...office.context, config })).officeName).toBe('淳安县信访局');
    expect(await readWelcome(production)).toEqual({
      officeName: '淳安县人民政府',
      isDemo: false,
      signOn: null,
    });
  });

  test('returns an empty name until the office has one', async () => {
    const empty = await testPortal();
    expect((await readWelcome(empty.context)).officeName).toBe('');
    await empty.context.db
      .insertInto('organisations')
      .values({
        id: '10002',
        code: '10002',
        name: '本单位',
        kind: 'organisation',
        area_code: '999',
        level: 1,
        path: '/10002/',
      })
      .execute();
    expect((await readWelcome(empty.context)).officeName).toBe('');
  });
});

describe('GET /api/welcome/demo-guide', () => {
  test('lists the demo people with their place, work and waiting tasks', async () => {
    await start();
    const { judgement: _judgement, ...draft } = petition(77).start;
    await office.as('zhangwei').done(initiation.saveDraft, { body: draft });
    const { password, people } = await office.stranger.done(welcome.demoGuide);
    const personOf = (account: string) => people.find((person) => person.account === account);

    expect(password).toBe(demoPassword);
    expect(people).toHaveLength(40);
    expect(personOf('liuyang')).toEqual({
      account: 'liuyang',
      name: '刘洋',
      place: '信访局 办信科科员',
      work: '信访受理审查、信访归档',
      todo: 1,
      drafts: 0,
    });
    expect(personOf('zhangwei')).toMatchObject({ place: '信访局 来信登记员', todo: 1, drafts: 1 });
    expect(personOf('tianye')).toMatchObject({ work: '机构、人员、账号', todo: 0, drafts: 0 });
  });

  test('omits people who cannot sign in', async () => {
    const { people } = await office.stranger.done(welcome.demoGuide);
    expect(people.map(({ account }) => account)).not.toContain('jiangtao');
  });

  test('returns notFound in production', async () => {
    expect(await readDemoGuide(production)).toEqual({ refused: 'notFound' });
  });

  test('shows one person of each kind of work first, the busiest of them', () => {
    const person = (account: string, post: string, todo: number) => ({
      account,
      name: account,
      title: '科员',
      orgName: '信访局',
      departmentName: null,
      areaName: null,
      permissions: [],
      positions: [post],
      groups: [],
      windows: [],
      todo,
      drafts: 0,
    });
    const rows = [
      person('a', '承办联络岗', 1),
      person('b', '承办联络岗', 5),
      person('c', '信访归档岗', 0),
      person('d', '信访签批岗', 7),
    ];
    expect(presentDemoPeople(rows).map(({ account }) => account)).toEqual(['d', 'b', 'c', 'a']);
  });
});
