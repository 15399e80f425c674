import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '#test/world/database.ts';
import { searchGrams } from './search-grams.ts';

const { db } = await testDatabase();

async function storedGrams(text: string): Promise<string[]> {
  const { rows } = await sql<{ grams: string[] }>`select search_grams(${text}) as grams`.execute(db);
  return rows[0]?.grams ?? [];
}

test.each([
  '关于申请办理食品经营许可证的申请 张伟',
  'A座二层B区 Li Na',
  '𠮷野家（幸福路店）',
  'aaaa  啊啊啊啊',
  '',
  '一',
])('the pairs of “%s” are those of the database', async (text) => {
  expect(searchGrams(text)?.sort()).toEqual((await storedGrams(text)).sort());
});

test.each(['ＡＢＣ公司', 'Ünal', 'ΣΑΣ', 'İstanbul'])(
  'the pairs of “%s” are computed by the database',
  (text) => {
    expect(searchGrams(text)).toBeNull();
  },
);
