/**
 * `DATA_DIR=… node test/world/crowded-portal.ts 12000`: starts a second portal beside the running one of that
 * data folder, with its own database and files, in which one person has started this many orders, for
 * journeys about long lists. It prints its address on the first line, ends when its standard input ends, and
 * leaves nothing behind.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { prepareSchema } from '#server/database-schema.ts';
import { startWorker } from '#server/framework/jobs/worker.ts';
import { connect } from '#server/kernel/database/connect.ts';
import { startEmbedded } from '#server/kernel/database/embedded/supervisor.ts';
import type { Tables } from '#server/kernel/database/tables.ts';
import { writeGenesisRecord } from '#server/modules/access/audit/service.ts';
import { loadRegions } from '#server/modules/organisation/regions/service.ts';
import { beginStep, finishStep } from '#server/seeds/seed.queries.ts';
import { seed } from '#server/seeds/seed.ts';
import { taskHandlers } from '#server/task-handlers.ts';
import { openFixedPortal } from '../visual/fixed-portal.ts';
import { ownRegions } from './own-regions.ts';

const orders = Number(process.argv[2]);
const server = await startEmbedded({ dataDir: process.env.DATA_DIR ?? '', share: true });
const admin = new pg.Client({ connectionString: server.adminUrl });
await admin.connect();
const name = `crowded_${process.pid}`;
await admin.query(`create database ${name} owner banjian`);
const url = Object.assign(new URL(server.url), { pathname: `/${name}` }).href;
const dataDir = await mkdtemp(join(tmpdir(), 'banjian-crowded-'));
const web = join(import.meta.dirname, '..', '..', 'dist', 'web');
try {
  const schema = await connect(url, { max: 2 });
  await prepareSchema(schema, undefined);
  await schema.close();
  const portal = await openFixedPortal(dataDir, url, web, () => new Date(), { PORTAL_DEMO_ORDERS: '12' });
  const { context, database } = portal;
  await writeGenesisRecord(context.db, context.crypto, join(dataDir, 'keys'), context.now());
  await loadRegions(context, ownRegions());
  await beginStep(context.db, 'regions', context.now());
  await finishStep(context.db, 'regions', context.now());
  await seed(context, { print: () => undefined });
  await multiplyOrders(context.db);
  const worker = await startWorker(context, database.pool, taskHandlers);
  console.log(await portal.listen(0));
  for await (const _ of process.stdin);
  await worker.stop();
  await portal.close();
} finally {
  await admin.query(`drop database ${name} with (force)`);
  await admin.end();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/**
 * Copies one order until 李娜 has started exactly `orders` orders: the newest is 第1件, each next one a minute older.
 * Every thousandth has a title that must be quoted in a text file and must not be computed in a spreadsheet;
 * names have two, three and four characters.
 */
async function multiplyOrders(db: Kysely<Tables>): Promise<void> {
  // Figures and the search index are not tested here, and updating them row by row takes most of the time.
  await sql`alter table work_orders disable trigger user`.execute(db);
  await sql`update work_orders set initiator_id = 'staff-zhangwei' where initiator_id = 'staff-lina'`.execute(
    db,
  );
  await sql`insert into work_orders
    select copy.* from generate_series(1, ${orders}::int) n
    cross join (select * from work_orders order by code limit 1) o
    cross join jsonb_populate_record(null::work_orders, to_jsonb(o) || jsonb_build_object(
      'id', gen_random_uuid(), 'code', (2026100000 + n)::text, 'initiator_id', 'staff-lina',
      'title', case when n % 1000 = 0 then E'=1+1,"第' || n || E'件"\n第二行' else '第' || n || '件' end,
      'applicant_name', (array['何勇', '周小敏', '欧阳文静'])[1 + n % 3],
      'started_at', date_trunc('day', now(), 'Asia/Shanghai') - n * interval '1 minute')) copy`.execute(db);
  await sql`alter table work_orders enable trigger user`.execute(db);
  await sql`analyze work_orders`.execute(db);
}
