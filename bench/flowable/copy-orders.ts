import type pg from 'pg';

/** The schema of Flowable's tables in the bench's database. */
export const engineSchema = 'flowable_engine';

/** Creates the empty schema, which the engine fills with its tables when it starts. */
export async function createSchema(client: pg.Client): Promise<void> {
  await client.query(`drop schema if exists ${engineSchema} cascade`);
  await client.query(`create schema ${engineSchema}`);
}

/**
 * Copies one started instance for every open task of our inbox, with its candidates and arrival time: the rows that
 * the engine itself would have written in hours. The task of trace `n` of an order has the id `<order>.<n>`. Returns
 * these ids, the newest first.
 */
export async function copyOrders(
  client: pg.Client,
  instance: { id: string; taskId: string },
): Promise<string[]> {
  await client.query(`set search_path to ${engineSchema}, public`);
  await client.query("set maintenance_work_mem = '512MB'");
  await client.query(`create table copies as
    select row_number() over () as n, t.workorder_id || '.' || t.number as task_id, t.started_at, o.code,
      cardinality(t.candidates) as candidates
    from traces t join work_orders o on o.id = t.workorder_id where t.handler_status = 0`);
  const tables = await listTables(client);
  const ids = await listOwnIds(client, tables, instance.id);
  for (const { name, columns } of tables) {
    const names = columns.map((column) => column.name).join(', ');
    const values = columns.map(copiedValue).join(', ');
    await client.query(
      `insert into ${name} (${names}) select ${values} from ${name} source cross join copies
       where source.proc_inst_id_ = $1 and $2::text[] is not null and $3::text is not null`,
      [instance.id, ids, instance.taskId],
    );
  }
  for (const links of ['act_ru_identitylink', 'act_hi_identitylink'])
    await client.query(`insert into ${links} (id_, group_id_, type_, user_id_, task_id_)
      select workorder_id || '.' || number || '.' || row_number() over (),
        case when key not like 'staff:%' then key end, 'candidate', case when key like 'staff:%' then key end,
        workorder_id || '.' || number
      from inbox`);
  await client.query('vacuum analyze');
  const { rows } = await client.query<{ id: string }>(
    'select task_id as id from copies order by started_at desc',
  );
  return rows.map(({ id }) => id);
}

interface Column {
  name: string;
  isText: boolean;
}
interface Table {
  name: string;
  columns: Column[];
}

/** SQL of the columns in which a copy has the value of its order, by column. */
const ownValues: Readonly<Record<string, string>> = {
  create_time_: 'copies.started_at',
  business_key_: 'copies.code',
  id_link_count_: 'copies.candidates',
};

/** Returns the value of a column of a copy; `$2` are the ids of the copied rows, `$3` is the id of the task. */
function copiedValue({ name, isText }: Column): string {
  const own = ownValues[name];
  if (own !== undefined) return own;
  if (!isText) return `source.${name}`;
  return `case when source.${name} = $3 then copies.task_id
    when source.${name} = any($2) then source.${name} || '.' || copies.n else source.${name} end`;
}

/** Lists the engine's tables whose rows belong to an instance, without the candidates, which are not copied. */
async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select table_name as name,
       json_agg(json_build_object('name', column_name, 'isText', data_type = 'character varying')) as columns
     from information_schema.columns
     where table_schema = $1 and table_name ~ '^act_(ru|hi)_' and table_name !~ 'identitylink$'
     group by table_name having bool_or(column_name = 'proc_inst_id_') order by table_name`,
    [engineSchema],
  );
  return rows;
}

/** Lists the ids of all rows of an instance, and the instance's own. */
async function listOwnIds(
  client: pg.Client,
  tables: readonly Table[],
  instanceId: string,
): Promise<string[]> {
  const ids = [instanceId];
  for (const { name } of tables) {
    const { rows } = await client.query<{ id: string }>(
      `select id_ as id from ${name} where proc_inst_id_ = $1`,
      [instanceId],
    );
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}
