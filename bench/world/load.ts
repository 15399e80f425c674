import type pg from 'pg';
import type { BenchOptions } from '../options.ts';
import { accounts } from './people.ts';
import { columnsOf, countyCount, makeTemplates } from './templates.ts';
import type { World } from './world.ts';

/**
 * Loaded orders are numbered from 1; this offset of their public codes leaves the first codes for those made through the
 * services.
 */
export const firstCode = 1000;
const spreadDays = 180;
/** Without other data, the orders cover a year of figures and the year before, with which it is compared. */
const leanSpreadDays = 730;
const batch = 250_000;

const surnames = '方徐余王汪洪吴胡张陈李程姜项邵叶章郑何黄周刘朱钱童卢占宋唐鲁';
const givenNameCharacters =
  '建军志明国强文斌永胜海波俊杰浩然伟东立新金根土生水林宏亮晓峰家骏子轩学光秀英丽华美娟雪琴春花燕玉兰彩虹佳怡梦婷芳凤仙桂香雅静素珍红梅思琪爱珠云霞';
const streets = '新安大街,环湖北路,排岭南路,梦姑路,睦州大道,青溪大道,富城路,人民路,文景街,开发路';

/** Tables in the order of loading; two connections share them. */
const loadedTables = [
  'work_orders',
  'work_order_events',
  'traces',
  'work_order_forms',
  'work_order_applicants',
  'work_order_search',
  'audit_links',
  'work_order_states',
  'inbox',
  'done_entries',
  'unfinished_applications',
  'work_order_records',
];

/** Tables that a list of orders reads. */
const tablesOfLists = ['work_orders', 'work_order_applicants'];

/**
 * Loads open work orders by copying the rows of orders that the services made, each with a new id, code, name
 * and time. Secondary indexes are created afterwards. Order n is in group n mod 10: groups 0 to 2 wait at the
 * demo county's pre-review (the hot queue), group 3 elsewhere in the demo county, the others in 80 other
 * counties.
 */
export async function loadOrders(
  world: World,
  { orders, lean }: Pick<BenchOptions, 'orders' | 'lean'>,
  print: (text: string) => void,
): Promise<void> {
  const spread = (lean ? leanSpreadDays : spreadDays) * 86_400_000;
  const origin = Date.now() - spread;
  const step = Math.max(1, Math.floor(spread / orders));
  const templates = await world.session(async (client) => {
    const count = await makeTemplates(client);
    await defineFunctions(client, { origin, step, templates: count });
    return count;
  });
  print(`${templates} kinds of open orders, each for ${countyCount + 1} counties`);
  const indexes = await world.session(dropIndexes);
  await runOnTwoConnections(world, lean ? tablesOfLists : loadedTables, async (client, table) => {
    const startTime = performance.now();
    // A hash join keeps the order of the numbers, so that copies are in the order of time, like real
    // orders.
    await client.query("set enable_mergejoin = off; set enable_nestloop = off; set work_mem = '128MB'");
    for (let from = 1; from <= orders; from += batch) {
      await client.query(
        await copyStatement(client, table, { from, to: Math.min(from + batch - 1, orders), lean }),
      );
    }
    print(`${table} ${seconds(startTime)} s`);
  });
  await runOnTwoConnections(world, indexes, async (client, { name, definition }) => {
    const startTime = performance.now();
    await client.query("set maintenance_work_mem = '512MB'");
    await client.query(definition);
    print(`index ${name} ${seconds(startTime)} s`);
  });
  await world.session(async (client) => {
    await client.query(
      `insert into order_counters values ($1, $2) on conflict (year) do update set last = excluded.last`,
      [new Date().getFullYear(), firstCode + orders],
    );
    await client.query('vacuum analyze');
  });
}

const seconds = (startTime: number) => ((performance.now() - startTime) / 1000).toFixed(0);

/**
 * Defines `bench.order_id(n)`, a uuid v7 of the time when order n began, so that copies are in the order of
 * time.
 */
async function defineFunctions(
  client: pg.Client,
  { origin, step, templates }: { origin: number; step: number; templates: number },
): Promise<void> {
  await client.query(`create function bench.order_id(n bigint) returns uuid language sql immutable parallel safe as $$
    select (lpad(to_hex(${origin}::bigint + n * ${step}), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid $$`);
  await client.query(`create function bench.began(n bigint) returns timestamptz
    language sql immutable parallel safe as $$ select to_timestamp((${origin}::bigint + n * ${step}) / 1000.0) $$`);
  await client.query(`create function bench.dice(n bigint, salt integer, sides integer) returns integer
    language sql immutable parallel safe as $$ select (hashint8extended(n, salt) & 1073741823)::integer % sides $$`);
  await client.query(`create function bench.person(n bigint) returns text language sql immutable parallel safe as $$
    select substr('${surnames}', 1 + bench.dice(n, 1, ${surnames.length}), 1)
      || substr('${givenNameCharacters}', 1 + bench.dice(n, 2, ${givenNameCharacters.length}), 1)
      || substr('${givenNameCharacters}', 1 + bench.dice(n, 3, ${givenNameCharacters.length}), 1) $$`);
  await client.query(`create function bench.place(n bigint) returns text language sql immutable parallel safe as $$
    select '（' || split_part('${streets}', ',', 1 + bench.dice(n, 4, 10)) || (1 + bench.dice(n, 5, 320)) || '号）' $$`);
  await client.query(`create table bench.groups as
    select number, case when number < 3 then (select template from bench.templates where place = 'preview') end as template
    from generate_series(0, 9) number`);
  await client.query(`create function bench.template_of(n bigint) returns integer
    language sql stable parallel safe as $$
      select case when n % 10 < 3 then (select template::integer from bench.groups where number = 0)
        else bench.dice(n, 6, ${templates}) end $$`);
  await client.query(`create function bench.county_of(n bigint) returns integer
    language sql immutable parallel safe as $$
      select case when n % 10 < 4 then 0 else 1 + bench.dice(n, 7, ${countyCount}) end $$`);
}

/**
 * Returns the statement that inserts the rows of orders `from` to `to` into one table, made from the
 * template's rows.
 */
async function copyStatement(
  client: pg.Client,
  table: string,
  { from, to, lean }: { from: number; to: number; lean: boolean },
): Promise<string> {
  const target = `public.${table}`;
  const numbers = `(select n, bench.template_of(n) as template, bench.county_of(n) as county
    from generate_series(${from}::bigint, ${to}) n offset 0) x`;
  const same = 'r.template = x.template and r.county = x.county';
  if (table === 'work_order_search') {
    return `insert into ${target} select bench.order_id(x.n), search_grams(o.title || bench.place(x.n) || ' ' || bench.person(x.n))
      from ${numbers} join bench.variants r on ${same} join public.work_orders o on o.id = r.id`;
  }
  const columns = await columnsOf(client, 'public', table);
  const names = columns.map(({ name }) => name);
  const source = sourceOf(table);
  const values = columns.map(({ name, type }) =>
    lean && table === 'work_orders' && name === 'initiator_id'
      ? oneInitiator
      : copyExpression(table, name, type),
  );
  return `insert into ${target} (${names.join(', ')}) select ${values.join(', ')} from ${numbers} join ${source} on ${same}`;
}

function sourceOf(table: string): string {
  if (table === 'work_orders') {
    return `(select v.template, v.county, v.started_at as began, v.area_code as county_code, v.area_name as county_name,
      o.* from bench.variants v join public.work_orders o on o.id = v.id) r`;
  }
  return table === 'audit_links' ? 'bench.links r' : `bench.${table} r`;
}

/**
 * Returns the SQL of a column of the copy: own id, code, names, digest and times, and the office of other
 * counties.
 */
function copyExpression(table: string, name: string, type: string): string {
  if (name === 'workorder_id' || (table === 'work_orders' && name === 'id')) return 'bench.order_id(x.n)';
  if (name === 'written_in') return 'pg_current_xact_id()::text::bigint';
  if (type === 'timestamp with time zone') return `r.${name} + (bench.began(x.n) - r.began)`;
  if (name === 'cert_code_digest') return "encode(sha256(('c' || x.n)::bytea), 'base64')";
  if (table === 'audit_links') {
    if (name === 'chain') return "'order:' || bench.order_id(x.n)";
    if (name === 'object_id') return 'bench.order_id(x.n)::text';
  }
  if (table === 'work_order_applicants' && name === 'name') return 'bench.person(x.n)';
  if (table === 'done_entries' && name === 'staff_id') return changedInOtherCounties('r.staff_id');
  if (table !== 'work_orders') return `r.${name}`;
  if (name === 'code')
    return `extract(year from now())::text || lpad((x.n + ${firstCode})::text, greatest(6, length((x.n + ${firstCode})::text)), '0')`;
  if (name === 'title') return 'r.title || bench.place(x.n)';
  if (name === 'applicant_name') return 'bench.person(x.n)';
  if (name === 'initiator_id' || name === 'org_id') return changedInOtherCounties(`r.${name}`);
  if (name === 'area_code') return 'r.county_code';
  if (name === 'area_name') return 'r.county_name';
  return `r.${name}`;
}

const oneInitiator = `(select id from staff where account = '${accounts.hot}')`;

const changedInOtherCounties = (column: string) =>
  `case when x.county = 0 then ${column} else ${column} || '~' || x.county end`;

interface Index {
  name: string;
  definition: string;
}

/**
 * Drops the secondary indexes of the loaded tables and returns how to create them again, the slowest first.
 */
async function dropIndexes(client: pg.Client): Promise<Index[]> {
  const { rows } = await client.query<Index>(
    `select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
     join pg_namespace s on s.oid = t.relnamespace
     where s.nspname = 'public' and t.relname = any($1) and not i.indisprimary
       and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
     order by pg_get_indexdef(i.indexrelid) ~ 'gin' desc, c.relname`,
    [loadedTables],
  );
  for (const { name } of rows) await client.query(`drop index public.${name}`);
  return rows;
}

/** Does the work for all items over two connections at the same time. */
async function runOnTwoConnections<Item>(
  world: World,
  items: readonly Item[],
  work: (client: pg.Client, item: Item) => Promise<void>,
): Promise<void> {
  const queue = [...items];
  const worker = () =>
    world.session(async (client) => {
      for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(client, item);
    });
  await Promise.all([worker(), worker()]);
}
