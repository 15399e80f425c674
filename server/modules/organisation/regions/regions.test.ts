import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { searchKeyOf } from '#domain/texts/spelled-search.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { readRegions } from '#server/seeds/data/regions.ts';
import { readOffice } from '#server/seeds/office.ts';
import { addOffice } from '#server/seeds/steps.ts';
import { testPortal } from '#test/world/portal.ts';
import { insertRegions } from './queries.ts';
import { assignRegionIds, loadRegions } from './service.ts';

const portal = await testPortal();
await loadRegions(portal.context, readRegions());

interface NameCharacter {
  reading: string;
  character: string;
}

/**
 * Splits a search key into the characters of the name with their readings; a character without a reading is its own
 * reading.
 */
function charactersOf(key: string): NameCharacter[] {
  return key
    .trim()
    .split(' ')
    .slice(1)
    .map((part) => {
      const reading = /^[a-z0-9]*/.exec(part)?.[0] ?? '';
      return { reading, character: part.slice(reading.length) };
    });
}

/** Returns the characters in one of the ways in which people type them, with or without a separator. */
function randomInputFor(characters: readonly NameCharacter[], random: () => number): string {
  const inputs = characters.map(({ reading, character }) => {
    const letters = reading.replaceAll('v', random() < 0.5 ? 'ü' : 'v');
    const spellings = [
      letters,
      letters.slice(0, 1),
      letters.toUpperCase(),
      fullWidth(letters),
      character,
    ].filter(Boolean);
    return spellings[Math.floor(random() * spellings.length)] ?? '';
  });
  return inputs.join(['', '', ' ', "'"][Math.floor(random() * 4)]);
}

const fullWidth = (text: string) =>
  text.replace(/[a-z0-9]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));

/** Checks whether a text spells a part of a name, character by character and without a pattern. */
function isSpelled(key: string, input: string): boolean {
  const units = searchKeyOf(input).split('');
  const code = key.trim().split(' ')[0] ?? '';
  const parts = [{ reading: code, character: '' }, ...charactersOf(key)];
  const matchesFrom = (unit: number, part: number, offset: number): boolean => {
    const letter = units[unit];
    if (letter === undefined) return true;
    const current = parts[part];
    if (current === undefined) return false;
    if (/[\s'-]/.test(letter)) return matchesFrom(unit + 1, offset > 0 ? part + 1 : part, 0);
    if (offset === 0 && letter === current.character) return matchesFrom(unit + 1, part + 1, 0);
    if (current.reading[offset] === letter && matchesFrom(unit + 1, part, offset + 1)) return true;
    return offset > 0 && matchesFrom(unit, part + 1, 0);
  };
  return parts.some((_, part) => matchesFrom(0, part, 0));
}

/** Returns a generator of numbers from 0 to 1, which repeats for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

interface Row {
  id: string;
  code: string;
  name: string;
  fullname: string;
  level: number;
  isLeaf: boolean;
}

async function areas(query: Record<string, string>): Promise<Row[]> {
  const { body } = await portal.call('/serviceportal/api/sys/areas', { query });
  return (body.data as unknown as { rows: Row[] }).rows;
}

describe('loading the regions', () => {
  test('stores the whole tree once', async () => {
    const counted = await portal.database.pool.query(
      'select level, count(*) as n from areas group by level order by level',
    );
    expect(counted.rows).toEqual([
      { level: 1, n: 35 },
      { level: 2, n: 342 },
      { level: 3, n: 2978 },
      { level: 4, n: 41352 },
    ]);
    expect(await loadRegions(portal.context, readRegions())).toBe(0);
  });

  test('has no time limit on a slow machine', async () => {
    const limit = await inTransaction(portal.context.db, async (tx) => {
      await insertRegions(tx, []);
      return (await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(tx))
        .rows;
    });
    expect(limit).toEqual([{ limit: '0' }]);
  });

  test('refuses a region without its parent', () => {
    const orphan = { code: '110101', name: '东城区', level: 3, parentCode: '110100', parentLevel: 2 };
    expect(() => assignRegionIds([orphan])).toThrow('its parent 110100 is missing');
  });
});

describe('GET /serviceportal/api/sys/areas', () => {
  test('returns the provinces without parameters, including those without children', async () => {
    const rows = await areas({});
    expect(rows).toHaveLength(35);
    expect(rows.find(({ code }) => code === '710000')).toMatchObject({ isLeaf: true });
    expect(rows.at(-1)).toMatchObject({ code: '999' });
  });

  test.each(['parent', 'parentId'])('returns the children of a region by %s', async (parameter) => {
    const rows = await areas({ [parameter]: '330100' });
    expect(rows.find(({ name }) => name === '淳安县')).toMatchObject({
      code: '330127',
      level: 3,
      fullname: '浙江省 杭州市 淳安县',
      isLeaf: false,
    });
  });

  test('returns nodes with all keys of a tree, in their order (S2 §3)', async () => {
    const rows = await areas({ parent: '330100' });
    const county = rows.find(({ name }) => name === '淳安县');
    expect(county).toMatchObject({
      ...{ id: '330127', name: '淳安县', title: '淳安县', key: '330127', parent: '330100', level: 3 },
      ...{ children: [], isLeaf: false, areaCode: '330127', fullname: '浙江省 杭州市 淳安县' },
    });
    const places = rows.map((row) => (row as unknown as { sortBy: number }).sortBy);
    expect(places).toEqual(rows.map((_, index) => index + 1));
  });

  test('distinguishes a city from the county of the same code', async () => {
    const [county] = await areas({ parent: '441900' });
    expect(county).toMatchObject({ id: '441900-3', code: '441900', level: 3 });
    expect((await areas({ parent: '441900-3' })).every(({ level }) => level === 4)).toBe(true);
  });

  test('finds by part of the name on all levels', async () => {
    expect((await areas({ name: '淳安' })).map(({ name }) => name)).toEqual(['淳安县']);
    expect((await areas({ name: '千岛湖' })).map(({ fullname }) => fullname)).toContain(
      '浙江省 杭州市 淳安县 千岛湖镇',
    );
    expect((await areas({ name: '京', level: '1' })).map(({ name }) => name)).toEqual(['北京市']);
  });

  test.each(['%', '_', "'", '不存在的地方'])('treats %s as an ordinary character', async (name) => {
    expect(await areas({ name })).toEqual([]);
  });

  test.each([
    ['chunan', '浙江省 杭州市 淳安县'],
    ["chun'an", '浙江省 杭州市 淳安县'],
    ['CAX', '浙江省 杭州市 淳安县'],
    ['qdh', '浙江省 杭州市 淳安县 千岛湖镇'],
    ['daohu', '浙江省 杭州市 淳安县 千岛湖镇'],
    ['chongqing', '重庆市'],
    ['xizang', '西藏自治区'],
    ['tzs', '浙江省 台州市'],
    ['dujiangyan', '四川省 成都市 都江堰市'],
    ['chengdu', '四川省 成都市'],
    ['dabu', '广东省 梅州市 大埔县'],
    ['biyang', '河南省 驻马店市 泌阳县'],
    ['wubu', '陕西省 榆林市 吴堡县'],
    ['muling', '黑龙江省 牡丹江市 穆棱市'],
    ['shaoling', '河南省 漯河市 召陵区'],
    ['mouding', '云南省 楚雄彝族自治州 牟定县'],
    ['diaobingshan', '辽宁省 铁岭市 调兵山市'],
    ['330127', '浙江省 杭州市 淳安县'],
    ['lüliang', '山西省 吕梁市'],
    ['lvliang', '山西省 吕梁市'],
    ['LǙ LIÁNG', '山西省 吕梁市'],
    ['lvl', '山西省 吕梁市'],
    ['ｃｈｕｎａｎ', '浙江省 杭州市 淳安县'],
    ['３３０１２７', '浙江省 杭州市 淳安县'],
    [' chun  an xian ', '浙江省 杭州市 淳安县'],
    ['c a x', '浙江省 杭州市 淳安县'],
    ['chunax', '浙江省 杭州市 淳安县'],
    ['qdaoh', '浙江省 杭州市 淳安县 千岛湖镇'],
    ['千dh', '浙江省 杭州市 淳安县 千岛湖镇'],
    ['qiandao湖', '浙江省 杭州市 淳安县 千岛湖镇'],
    ['千 岛 湖', '浙江省 杭州市 淳安县 千岛湖镇'],
  ])('finds by pinyin, its initials and the code: %s', async (name, fullname) => {
    expect((await areas({ name })).map((area) => area.fullname)).toContain(fullname);
  });

  test.each([
    ["xi'an", '陕西省 西安市', '河北省 石家庄市 井陉县'],
    ['chunan', '浙江省 杭州市 淳安县', '浙江省 杭州市 上城区'],
  ])('respects the typed syllable boundary: %s', async (name, fullname, not) => {
    const found = (await areas({ name })).map((area) => area.fullname);
    expect(found).toContain(fullname);
    expect(found).not.toContain(not);
  });

  test('finds the same regions as a comparison of every name for random inputs', async () => {
    const all = await sql<{ id: string; name: string; search_keys: string }>`
      select id, name, search_keys from areas`.execute(portal.context.db);
    const random = randomOf(20_260_301);
    for (let round = 0; round < 40; round += 1) {
      const area = all.rows[Math.floor(random() * all.rows.length)];
      const characters = charactersOf(area?.search_keys ?? '').slice(Math.floor(random() * 2));
      const name = randomInputFor(characters.slice(0, 1 + Math.floor(random() * 4)), random);
      const found = (await areas({ name })).map(({ id }) => id);
      const expected = all.rows.filter(({ search_keys }) => isSpelled(search_keys, name)).map(({ id }) => id);
      expect(expected, name).toContain(area?.id);
      if (expected.length < 1_000) expect(found.sort(), name).toEqual(expected.sort());
    }
  });

  test('finds a renamed region by its new name', async () => {
    const { db } = portal.context;
    const rename = (name: string) =>
      sql`update areas set name = ${name} where code = '330127109'`.execute(db);
    const [{ name: previousName = '' } = {}] = await areas({ name: '330127109' });
    await rename('新名镇');
    expect((await areas({ name: 'xinming' })).map(({ code }) => code)).toContain('330127109');
    await rename(previousName);
    expect((await areas({ name: 'xinming' })).map(({ code }) => code)).not.toContain('330127109');
  });

  test.each(['0', 'null', '', '100000'])('treats parent=%s as the root (S0 §7)', async (parent) => {
    const queries: Record<string, string>[] = [{ parent }, { parent, level: '1' }, { parentId: parent }];
    for (const query of queries) expect(await areas(query)).toHaveLength(35);
  });

  test('pads a parent code shorter than six digits, and leaves 999 unchanged (S1 §9, S2 §9)', async () => {
    expect((await areas({ parent: '33' })).map(({ code }) => code)).toContain('330100');
    expect((await areas({ parentId: '3301' })).map(({ name }) => name)).toContain('淳安县');
    expect(await areas({ parent: '999' })).toEqual([]);
  });

  test('accepts the levels from the nation to the village, of which the tree has four (S2 Enumerations)', async () => {
    expect(await areas({ level: '0' })).toMatchObject([{ code: '100000', name: '全国', isLeaf: false }]);
    expect(await areas({ level: '1' })).toHaveLength(35);
    expect(await areas({ level: '2', parent: '330000' })).toHaveLength(11);
    expect(await areas({ level: '4', parent: '330127' })).toHaveLength(23);
    expect(await areas({ level: '5' })).toEqual([]);
  });

  test.each(['9', '-1', '1.5'])('refuses the unknown level %s', async (level) => {
    const { body } = await portal.call('/serviceportal/api/sys/areas', { query: { level } });
    expect(body.problems).toEqual([{ field: 'level', message: '不是可选的值' }]);
  });
});

describe('GET /areas/:id', () => {
  test('returns the region with its path', async () => {
    const { body } = await portal.call('/areas/330127');
    expect(body.data).toMatchObject({
      code: '330127',
      name: '淳安县',
      path: [{ name: '浙江省' }, { name: '杭州市' }, { name: '淳安县' }],
    });
  });

  test('finds a code without its zeros, and the region 999 by its three digits (S0 §7, S2 §9)', async () => {
    const nameOf = async (id: string) => (await portal.call(`/areas/${id}`)).body.data as unknown as Row;
    expect(await nameOf('44')).toMatchObject({
      id: '440000',
      name: '广东省',
      fullname: '广东省',
      isLeaf: false,
    });
    expect(await nameOf('3301')).toMatchObject({ code: '330100', name: '杭州市' });
    expect(await nameOf('999')).toMatchObject({ code: '999', isLeaf: true });
    expect(await nameOf('100000')).toMatchObject({ level: 0, path: [] });
  });

  test('returns the region for which organisation 10002 stands by default, with code 200 (S0 §7)', async () => {
    await addOffice(portal.context, readOffice());
    const { body } = await portal.call('/areas/10002');
    expect(body).toMatchObject({ code: 200, data: { code: '330127', name: '淳安县' } });
  });

  test('returns 404 for an unknown region', async () => {
    expect((await portal.call('/areas/123')).body).toEqual({ errcode: 404, errmsg: '未找到对应的数据' });
  });
});
