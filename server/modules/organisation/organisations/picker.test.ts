import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { Permission } from '#domain/access/actor.ts';
import { addPeople, testPortal } from '#test/world/portal.ts';

const portal = await testPortal();
await addPeople(portal, [
  { account: 'zhang', name: '张伟', permissions: [Permission.handle] },
  { account: 'li', name: '李娜', permissions: [Permission.handle] },
  { account: 'zeng9', name: '曾小东', permissions: [Permission.handle] },
  { account: 'gone', name: '张离', disabled: true },
]);
const { db } = portal.context;
const token = await portal.signIn('zhang');

async function pick(query: Record<string, string>) {
  const { body } = await portal.call('/api/pickers/staffs', { token, query });
  const { rows, total, barred } = body.data as unknown as {
    rows: { id: string; name: string; fault: string | null; pinyin: string; open: number; overdue: number }[];
    total: number;
    barred: number;
  };
  return { rows, total, barred, names: rows.map(({ name }) => name) };
}

describe('the search of the handler picker (S1 §2)', () => {
  test.each(['/api/pickers/staffs', '/api/pickers/organisations'])('requires a session: %s', async (path) => {
    expect((await portal.call(path)).status).toBe(401);
  });

  test('refuses unknown parameters', async () => {
    const { body } = await portal.call('/api/pickers/staffs', {
      token,
      query: { unknown: '1', size: '101' },
    });
    expect(body.problems?.map(({ field }) => field).sort()).toEqual(['size', 'unknown']);
  });

  test.each([
    ['a name', '曾小东'],
    ['a part of a name', '东'],
    ['full pinyin, with the surname reading of the surname', 'zengxiaodong'],
    ['the pinyin of the given name', 'xiaod'],
    ['initials', 'zxd'],
    ['initials of the given name, in capitals', 'XD'],
    ['the account', 'zeng9'],
    ['two words', '曾 dong'],
    ['full-width letters with tones', 'ｚēng'],
  ])('finds by %s', async (_what, text) => {
    expect((await pick({ text })).names).toEqual(['曾小东']);
  });

  test('finds nothing from the middle of a syllable', async () => {
    expect((await pick({ text: 'ong' })).names).toEqual([]);
  });

  test('lists people who cannot be chosen last, with the reason, and counts them', async () => {
    const found = await pick({ text: 'z', notSelf: 'true' });
    expect(found.rows.map(({ name, fault: problem }) => [name, problem])).toEqual([
      ['曾小东', null],
      ['张离', '账号已停用'],
      ['张伟', '不能选择自己'],
    ]);
    expect(found).toMatchObject({ total: 3, barred: 2 });
    const among = await pick({ text: 'lina', among: 'staff:zeng9' });
    expect(among.rows.map(({ fault: problem }) => problem)).toEqual(['不是本环节的候选处理人']);
  });

  test('pages through all people without a search text', async () => {
    const people = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((account, index) => ({
      account: `many-${account}`,
      name: '王多',
      permissions: index % 3 === 0 ? [] : [Permission.handle],
    }));
    await addPeople(portal, people);
    const allPeople = await pick({ size: '100' });
    const pages = [];
    for (let page = 1; pages.length < allPeople.total; page += 1) {
      pages.push(...(await pick({ size: '5', page: String(page) })).rows);
    }
    expect(pages.map(({ id }) => id)).toEqual(allPeople.rows.map(({ id }) => id));
    const isExcluded = allPeople.rows.map(({ fault: problem }) => problem !== null);
    expect(isExcluded).toEqual(isExcluded.toSorted());
    await sql`delete from staff where account like 'many-%'`.execute(db);
  });

  test('updates the pinyin when the name changes', async () => {
    await sql`update staff set name = '单田芳' where id = 'li'`.execute(db);
    expect((await pick({ text: 'stf' })).rows).toMatchObject([{ name: '单田芳', pinyin: 'shan tian fang' }]);
    await sql`update staff set name = '李娜' where id = 'li'`.execute(db);
    expect((await pick({ text: 'stf' })).rows).toEqual([]);
  });

  test('returns the readings of each character of names, that of a surname first for people', async () => {
    const spell = async (body: object) => {
      const answer = await portal.call('/api/pickers/pinyin', { token, json: body });
      return (answer.body.data as unknown as { pinyin: string[] }).pinyin;
    };
    const names = ['曾小东·信访局', '重庆 A1'];
    expect((await spell({ names }))[0]).toBe('ceng|zeng xiao dong · xin fang ju');
    expect(await spell({ names, ofPeople: true })).toEqual([
      'zeng|ceng|zeng xiao dong · xin fang ju',
      'chong|zhong|chong qing · a 1',
    ]);
  });

  test('finds a person by another reading of a character', async () => {
    await db.updateTable('staff').set({ name: '乐行' }).where('id', '=', 'zeng9').execute();
    try {
      for (const text of ['lexing', 'yuexing', 'yuehang', 'lx'])
        expect(
          (await pick({ text })).rows.map(({ id }) => id),
          text,
        ).toContain('zeng9');
    } finally {
      await db.updateTable('staff').set({ name: '曾小东' }).where('id', '=', 'zeng9').execute();
    }
  });

  test('filters by ids and by department', async () => {
    expect((await pick({ ids: 'li,zeng9' })).total).toBe(2);
    expect((await pick({ orgId: 'desk' })).total + (await pick({ orgId: 'office' })).total).toBeGreaterThan(
      0,
    );
    expect((await pick({ mine: 'true' })).names).toContain('张伟');
  });

  test('counts the open and overdue tasks of each person, each task once', async () => {
    const task = (number: number, key: string, due: string | null) => ({
      workorder_id: '00000000-0000-4000-8000-000000000001',
      number,
      key,
      due_at: due,
      arrived_at: '2020-01-01',
      task_code: 'x',
      area_code: '330127',
      status: 4,
    });
    const rows = [
      task(1, 'staff:li', '2020-01-02'),
      task(1, 'org:office', '2020-01-02'),
      task(2, 'staff:li', null),
    ];
    await db
      .insertInto('inbox')
      .values(rows as never)
      .execute();
    expect((await pick({ text: 'lina' })).rows).toMatchObject([{ open: 2, overdue: 1 }]);
    await db.deleteFrom('inbox').execute();
  });
});

describe('the organisation tree of the picker', () => {
  test('counts the people in service of each part of the tree, with those below it', async () => {
    const { body } = await portal.call('/api/pickers/organisations', { token });
    expect(body.data).toMatchObject({ rows: [{ id: 'office', staffs: 3 }, { id: 'desk' }] });
    // The list of all people counts the same: a disabled account is only found by a search.
    expect(await pick({})).toMatchObject({ total: 3 });
  });
});
