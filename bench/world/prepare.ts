import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BenchOptions } from '../options.ts';
import { loadFlowable } from '../peers/flowable.ts';
import { checkOrders } from './check.ts';
import { type ChurnCounts, churn } from './churn.ts';
import { loadOrders } from './load.ts';
import { addBenchPeople } from './people.ts';
import { openWorld, type World } from './world.ts';

/** Describes the bench's database, and is stored in it, so that a later run recognises it. */
export interface PreparedDatabase {
  orders: number;
  /** True if only the tables that a list of orders reads are loaded, with all orders of one person. */
  lean: boolean;
  churned: ChurnCounts;
  loadSeconds: number;
  churnSeconds: number;
  databaseMegabytes: number;
}

/** For a million orders and more; a smaller development database is churned in proportion. */
const maxChurn = 300_000;
const churnShare = 0.3;

/**
 * Opens the loaded and churned database: the one of an earlier run if it has the same number of orders, else a new one.
 */
export async function prepareWorld(
  dataDir: string,
  options: BenchOptions,
  print: (text: string) => void,
): Promise<{ world: World; prepared: PreparedDatabase }> {
  let world = await openWorld(dataDir);
  const preparedWorld = await findPreparedDatabase(world);
  if (
    preparedWorld &&
    options.keep &&
    preparedWorld.orders === options.orders &&
    preparedWorld.lean === options.lean
  ) {
    print(
      `the database of an earlier run has ${preparedWorld.orders} orders; loading their current tasks into the peer's tables`,
    );
    if (!preparedWorld.lean) await world.session(loadFlowable);
    return { world, prepared: preparedWorld };
  }
  if (await hasLoad(world)) {
    await world.close();
    await rm(join(dataDir, 'postgres'), { recursive: true, force: true });
    world = await openWorld(dataDir);
  }
  try {
    return { world, prepared: await fill(world, options, print) };
  } catch (error) {
    await world.close();
    throw error;
  }
}

async function fill(
  world: World,
  options: BenchOptions,
  print: (text: string) => void,
): Promise<PreparedDatabase> {
  const { orders } = options;
  const startTime = performance.now();
  print(`loading ${orders} open orders`);
  await withFewCheckpoints(world, () => loadOrders(world, options, print));
  await world.session(addBenchPeople);
  const loadSeconds = (performance.now() - startTime) / 1000;
  if (options.lean) {
    print(`loaded in ${loadSeconds.toFixed(0)} s`);
    const churned = { throughServices: 0, bySql: 0 };
    return await recordPreparation(world, { orders, lean: true, churned, loadSeconds, churnSeconds: 0 });
  }
  print(
    `loaded in ${loadSeconds.toFixed(0)} s; ${await world.session((client) => checkOrders(client, orders))} orders are consistent`,
  );

  // The state that autovacuum leaves in an idle portal; after the churn no command vacuums anything.
  await world.session((client) => client.query('vacuum analyze'));
  const actions = Math.floor(Math.min(maxChurn, orders * churnShare));
  print(`churning ${actions} actions`);
  const beforeChurn = performance.now();
  const churned = await churn(world, { orders, actions, minutes: options.churnMinutes }, print);
  const churnSeconds = (performance.now() - beforeChurn) / 1000;
  print(
    `churned in ${churnSeconds.toFixed(0)} s: ${churned.throughServices} through the services, ${churned.bySql} by SQL; ` +
      `${await world.session((client) => checkOrders(client, orders))} orders are consistent`,
  );
  print("loading the same tasks into the peer's tables");
  await world.session(loadFlowable);
  return await recordPreparation(world, { orders, lean: false, churned, loadSeconds, churnSeconds });
}

/** Loads with fewer checkpoints; everything that is measured runs with the settings of the product. */
async function withFewCheckpoints(world: World, load: () => Promise<void>): Promise<void> {
  const change = async (command: string) => {
    await world.admin(`alter system ${command}`);
    await world.admin('select pg_reload_conf()');
  };
  await change("set max_wal_size = '8GB'");
  try {
    await load();
  } finally {
    await change('reset max_wal_size');
  }
}

async function recordPreparation(
  world: World,
  facts: Omit<PreparedDatabase, 'databaseMegabytes'>,
): Promise<PreparedDatabase> {
  return await world.session(async (client) => {
    const size = await client.query<{ mb: number }>(
      'select (pg_database_size(current_database()) / 1000000)::int as mb',
    );
    const prepared: PreparedDatabase = { ...facts, databaseMegabytes: size.rows[0]?.mb ?? 0 };
    await client.query('create table bench.prepared (prepared jsonb not null)');
    await client.query('insert into bench.prepared values ($1)', [JSON.stringify(prepared)]);
    await client.query('checkpoint').catch(() => undefined);
    return prepared;
  });
}

async function findPreparedDatabase(world: World): Promise<PreparedDatabase | undefined> {
  const { rows } = await world.database.pool
    .query<{ prepared: PreparedDatabase }>('select prepared from bench.prepared')
    .catch(() => ({ rows: [] }));
  return rows[0]?.prepared;
}

async function hasLoad(world: World): Promise<boolean> {
  const { rows } = await world.database.pool.query("select from pg_namespace where nspname = 'bench'");
  return rows.length > 0;
}
