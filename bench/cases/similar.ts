import assert from 'node:assert/strict';
import type pg from 'pg';
import type { OutputOf } from '#contract/endpoint.ts';
import { petitions } from '#contract/petitions.ts';
import { workOrders } from '#contract/work-orders.ts';
import { Permission } from '#domain/access/actor.ts';
import { comparedLength, comparedText } from '#domain/petitions/similar-words.ts';
import { writeLetter } from '#server/seeds/demo/petition-stories.ts';
import { createRandom } from '#server/seeds/demo/random.ts';
import { requestText } from '../load/http-client.ts';
import type { Bench, Benchmark } from '../measuring/case.ts';
import { signIn } from '../sign-in.ts';
import { accounts } from '../world/people.ts';

/** A person who may see every order, so that a search covers the whole table. */
const reader = 'shenjie';
/** Letters whose texts the orders get; each order also gets a name of its own. */
const letters = 3_000;
const asked = 40;
const nameCharacters = '东华兴隆源盛泰和安康福瑞嘉宏远大明新天地海山川江河湖星辰宇金银铜';
/** The required ratio of a search to page 1 of a list of 10 rows, which one index gives. */
const goalRatio = 30;
/** The required ratio of a search to the plain one. */
const goalOfPlain = 0.1;

/** A sentence about one place, whose name few petitions contain. */
const sentenceOf = (name: string) => `涉及${name}小区`;

/**
 * Measures the search for similar petitions at registration over all orders, each of which is a petition with a text of
 * its own: compared with page 1 of a list by an index, and with the plain search for the same words by `like`.
 */
export async function similarCase(bench: Bench): Promise<Benchmark> {
  const { load, portal, world } = bench;
  await world.session(prepareTexts);
  await world.context.db
    .insertInto('role_permissions')
    .values({ role_code: 'matter-admin', permission: Permission.initiate })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const tokens = await signIn(portal.port, [reader, accounts.hot]);
  const random = createRandom(11);
  const nameOf = () => Array.from({ length: 3 }, () => random.pick([...nameCharacters])).join('');
  const textsOf = (make: (letter: ReturnType<typeof writeLetter>) => string) =>
    Array.from({ length: asked }, (_, index) =>
      make(writeLetter(createRandom(50_000 + index), index, new Date())).slice(0, comparedLength),
    );
  const named = textsOf(({ title, summary }) => `${title}。\n${summary}${sentenceOf(nameOf())}`);
  const unnamed = textsOf(({ title, summary }) => `${title}。\n${summary}`);
  const longest = textsOf(({ summary, demand }) =>
    Array.from({ length: 20 }, () => `${summary}${demand}${sentenceOf(nameOf())}`).join('\n'),
  );
  const headers = { 'x-access-token': tokens[reader] ?? '' };
  const bodyOf = (matter: string) => ({ taskCode: 'petition-letter', matter });
  const requestOf = (matter: string) => [
    [requestText('POST', petitions.findSimilar.path, headers, bodyOf(matter))],
  ];
  // A fast answer that finds nothing is worth nothing: each letter has the subject of many orders.
  for (const matter of [...named, ...unnamed]) {
    const response = await fetch(`http://127.0.0.1:${portal.port}${petitions.findSimilar.path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(bodyOf(matter)),
    });
    const { data } = (await response.json()) as { data: OutputOf<typeof petitions.findSimilar> };
    assert.ok(data.rows.length > 0, `nothing is similar to ${matter}`);
  }
  const p95 = async (items: string[][][]) => {
    // A person may search 600 times an hour.
    await world.session((client) => client.query('delete from rate_limits'));
    return (await load.send({ port: portal.port, clients: 1, seconds: bench.seconds, items })).p95;
  };
  const list = requestText(
    'GET',
    `${workOrders.initiatedPage.path}?${new URLSearchParams({ page: '1', size: '10' })}`,
    { 'x-access-token': tokens[accounts.hot] ?? '' },
  );
  const ours = (name: string, texts: readonly string[]) => {
    const items = texts.map(requestOf);
    return { name, measure: () => p95(items) };
  };
  const searches = [
    ours('a petition that names a place', named),
    ours('a petition of usual words', unnamed),
    ours(`a petition of ${comparedLength} characters`, longest),
  ];
  let next = 0;
  const plain = {
    name: 'the same words by like',
    measure: () =>
      world.session(async (client) => {
        const words = comparedText(named[next++ % asked] ?? '').split(' ');
        const patterns = words.filter((word) => word.length > 1).map((word) => `%${word}%`);
        const startTime = performance.now();
        await client.query(
          `select p.code from order_query_places p join work_orders o on o.id = p.workorder_id
           where p.body like any($1) and o.started_at > now() - interval '24 months'
           order by (select count(*) from unnest($1::text[]) pattern where p.body like pattern) desc, p.place desc
           limit 6`,
          [patterns],
        );
        return performance.now() - startTime;
      }),
  };
  return {
    name: 'similar',
    unit: 'ms',
    variants: [{ name: 'page 1', measure: () => p95([[[list]]]) }, ...searches, plain],
    goals: [
      ...searches.map(({ name }) => ({
        title: `${name} / page 1`,
        over: name,
        under: 'page 1',
        atMost: goalRatio,
      })),
      {
        title: 'a petition that names a place / the same words by like',
        over: 'a petition that names a place',
        under: 'the same words by like',
        atMost: goalOfPlain,
      },
    ],
    notes: [
      `the 95th percentile; page 1: ${workOrders.initiatedPage.path} of the person who started most orders; ` +
        'the search covers 24 months, and the person may read every order',
    ],
  };
}

/** Makes every order a petition with a text, and indexes the texts as the job does. */
async function prepareTexts(client: pg.Client): Promise<void> {
  await client.query(
    `update business_items set petition_fields = jsonb_set((select petition_fields from business_items
       where task_code = 'petition-letter' and current), '{similar,months}', '24')`,
  );
  const { rows } = await client.query<{ texts: string | null }>(
    "select to_regclass('bench.petition_texts')::text as texts",
  );
  if (rows[0]?.texts !== null) return;
  const texts = Array.from({ length: letters }, (_, index) => {
    const { title, summary } = writeLetter(createRandom(index), index, new Date());
    return { title, summary };
  });
  await client.query("set work_mem = '128MB'; set maintenance_work_mem = '1GB'");
  await client.query('truncate work_order_outbox, order_query_changes');
  await client.query('drop index if exists order_query_places_grams');
  await client.query('truncate order_query_places; update order_query_state set next_place = 0');
  await client.query('select fill_order_query()');
  await client.query(
    `create table bench.petition_texts as select number - 1 as number, lower(text->>'title') as title,
       lower(text->>'summary') as body
     from jsonb_array_elements($1::jsonb) with ordinality x(text, number)`,
    [JSON.stringify(texts)],
  );
  const dice = (salt: number) => `substr($1, 1 + bench.dice(place, ${salt}, length($1)), 1)`;
  await client.query(
    `update order_query_places p set title = x.title, body = x.body,
       grams = order_query_grams('t', x.title) || order_query_grams('b', x.body)
     from (select place, t.title, t.body || '${sentenceOf("' || name || '")}' as body
       from (select place, bench.dice(place, 11, ${letters}) as number, ${dice(12)} || ${dice(13)} || ${dice(14)} as name
         from order_query_places) o join bench.petition_texts t using (number)) x
     where x.place = p.place`,
    [nameCharacters],
  );
  await client.query(
    'create index order_query_places_grams on order_query_places using gin (grams) with (fastupdate = off)',
  );
  await client.query('vacuum full order_query_places');
  await client.query('vacuum analyze order_query_places');
  await client.query('vacuum analyze order_query_bits');
}
