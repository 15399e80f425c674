import type pg from 'pg';
import { compressJson, expandJson } from '#server/kernel/database/compressed-json.ts';

/** Offices besides the demo county, each with its own candidate keys: `position:undertaker~7`. */
export const countyCount = 80;
/**
 * Most orders of an office are near their beginning: the loader copies the kinds with the shortest histories.
 */
const copiedKinds = 14;
/**
 * Groups of the orders that wait for the demo county's pre-reviewers, the hot queue. There are ten groups,
 * see `load.ts`.
 */
export const hotGroups = { churned: 0, handled: 1, limit: 2 };

/**
 * Tables that belong to an order, in the order of loading, with the columns that contain ids or names of
 * their own.
 */
const orderTables = [
  'work_order_states',
  'work_order_events',
  'work_order_applicants',
  'unfinished_applications',
  'work_order_forms',
  'traces',
  'work_order_records',
  'inbox',
  'done_entries',
] as const;

/**
 * Copies the open orders that the services made into `bench.*`, one of each kind and place, and again for
 * every other county with its own candidate keys. The loader then only copies rows. Returns the number of
 * kinds.
 */
export async function makeTemplates(client: pg.Client): Promise<number> {
  await client.query('drop schema if exists bench cascade');
  await client.query('create schema bench');
  await client.query(`create function bench.keyed(value text, county integer) returns text
    language sql immutable parallel safe as $$
      select case when county = 0 then value
        else regexp_replace(value, '((role|position|group|window|department|org):[a-z0-9-]+)', '\\1~' || county, 'g') end
    $$`);
  // The smallest state of each kind and place: an order that went straight there.
  await client.query(`create table bench.templates as
    select row_number() over (order by size, task_code, place) - 1 as template, * from (
      select distinct on (o.task_code, t.place) o.id, o.task_code, t.place, o.started_at,
        octet_length(s.state::text) as size
      from work_orders o join work_order_states s on s.workorder_id = o.id
      cross join lateral (select string_agg(node_id, '+' order by node_id) as place
        from traces where workorder_id = o.id and handler_status = 0) t
      where o.ended_at is null and o.rollback_status = 0 and t.place is not null
      order by o.task_code, t.place, octet_length(s.state::text)
    ) chosen`);
  const { rows } = await client.query<{ count: number; previews: number }>(
    `select count(*)::int as count,
       count(*) filter (where place = 'preview' and template < ${copiedKinds})::int as previews from bench.templates`,
  );
  await client.query(`delete from bench.templates where template >= ${copiedKinds}`);
  const [{ count = 0, previews = 0 } = {}] = rows;
  if (count < copiedKinds || previews !== 1)
    throw new Error(`The seed created only ${count} kinds of open orders, which is too few to copy`);
  await client.query(`create table bench.areas as
    select row_number() over (order by code) as county, code, name from areas where level = 3 and code like '33%'`);
  await client.query(`create table bench.variants as
    select t.template, c.county, t.id, t.started_at, coalesce(a.code, '330127') as area_code,
      coalesce(a.name, '淳安县') as area_name
    from bench.templates t cross join generate_series(0, ${countyCount}) c(county)
    left join bench.areas a on c.county > 0 and a.county = c.county`);
  for (const table of orderTables) await copyTemplateRows(client, table);
  await renameKeys(client, 'work_order_states', 'state');
  await renameKeys(client, 'work_order_events', 'events');
  await client.query('create table bench.audit_links as select * from audit_links where false');
  await client.query(`create table bench.links as
    select v.template, v.county, v.started_at as began, l.* from bench.variants v
    join audit_links l on l.chain = 'order:' || v.id`);
  await client.query('analyze bench.links');
  return copiedKinds;
}

async function copyTemplateRows(client: pg.Client, table: string): Promise<void> {
  const columns = await columnsOf(client, 'public', table);
  const values = columns.map(({ name, type }) => {
    if (type === 'jsonb') return `bench.keyed(r.${name}::text, v.county)::jsonb as ${name}`;
    if (name === 'candidates') return `bench.keyed(r.candidates::text, v.county)::text[] as candidates`;
    if (table === 'inbox' && name === 'key') return 'bench.keyed(r.key, v.county) as key';
    if (name === 'area_code') return 'v.area_code';
    return `r.${name}`;
  });
  await client.query(`create table bench.${table} as
    select v.template, v.county, v.started_at as began, ${values.join(', ')}
    from bench.variants v join public.${table} r on r.workorder_id = v.id`);
  await client.query(`analyze bench.${table}`);
}

/** Adds the county to keys in compressed values, which the database cannot change as text. */
async function renameKeys(client: pg.Client, table: string, column: string): Promise<void> {
  const { rows } = await client.query<{ place: string; county: number; stored: unknown }>(
    `select ctid::text as place, county, ${column} as stored from bench.${table} where county > 0`,
  );
  const keys = /((role|position|group|window|department|org):[a-z0-9-]+)/g;
  const newValues = rows.map(({ county, stored }) =>
    compressJson(JSON.parse(JSON.stringify(expandJson(stored)).replaceAll(keys, `$1~${county}`))),
  );
  await client.query(
    `update bench.${table} t set ${column} = x.stored::jsonb from unnest($1::tid[], $2::text[]) as x(place, stored)
     where t.ctid = x.place`,
    [rows.map(({ place }) => place), newValues],
  );
}

export interface Column {
  name: string;
  type: string;
}

export async function columnsOf(client: pg.Client, schema: string, table: string): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select a.attname as name, format_type(a.atttypid, null) as type from pg_attribute a
     where a.attrelid = ($1 || '.' || $2)::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`,
    [schema, table],
  );
  return rows;
}
