import { readFile } from 'node:fs/promises';
import type { ChildServer } from '../processes/child.ts';
import type { Counters } from '../processes/counters.ts';
import type { World } from '../world/world.ts';
import type { Probe } from './case.ts';

/**
 * Costs of one action that do not depend on other work of the machine: processor time, database round trips,
 * bytes written.
 */
type Cost =
  | 'node'
  | 'postgres'
  | 'roundTrips'
  | 'statements'
  | 'indexInsertions'
  | 'walKilobytes'
  | 'walWithImages';

const goals: Record<Cost, Omit<Probe, 'values'>> = {
  node: { title: 'Node, of an action', unit: 'ms', atMost: 1.4 },
  postgres: { title: 'PostgreSQL, of an action', unit: 'ms', atMost: 1.35 },
  roundTrips: { title: 'round trips of an action', unit: '', atMost: 2 },
  statements: { title: 'statements of an action', unit: '', atMost: 3 },
  indexInsertions: { title: 'index insertions of an action', unit: '', atMost: 23 },
  walKilobytes: { title: 'WAL of an action, without page images', unit: 'kB', atMost: 5 },
  walWithImages: { title: 'WAL of an action, with page images', unit: 'kB', atMost: 12 },
};

interface Snapshot {
  server: Counters;
  postgresMs: number;
  lsn: string;
}

export class ActionCosts {
  readonly probes: Record<Cost, Probe>;
  readonly #world: World;
  readonly #server: ChildServer;

  constructor(world: World, server: ChildServer) {
    this.#world = world;
    this.#server = server;
    this.probes = Object.fromEntries(
      Object.entries(goals).map(([cost, goal]) => [cost, { ...goal, values: [] }]),
    ) as unknown as Record<Cost, Probe>;
  }

  /** Runs actions and records their average cost. */
  async measure<Report extends { completed: number }>(run: () => Promise<Report>): Promise<Report> {
    const before = await this.#readCounters();
    const report = await run();
    const after = await this.#readCounters();
    const wal = await this.#readWalStatistics(before.lsn, after.lsn);
    const add = (cost: Cost, total: number) => this.probes[cost].values.push(total / report.completed);
    add('node', after.server.cpuMs - before.server.cpuMs);
    add('postgres', after.postgresMs - before.postgresMs);
    add('roundTrips', after.server.roundTrips - before.server.roundTrips);
    add('statements', after.server.statements - before.server.statements);
    add('indexInsertions', wal.insertions);
    add('walKilobytes', wal.bytes / 1000);
    add('walWithImages', wal.bytesWithImages / 1000);
    return report;
  }

  async #readCounters(): Promise<Snapshot> {
    const { rows } = await this.#world.admin<{ lsn: string; pids: number[] }>(
      `select pg_current_wal_flush_lsn()::text as lsn, array(select pid from pg_stat_activity
         where backend_type = 'client backend' and pid <> pg_backend_pid()) as pids`,
    );
    const [row] = rows;
    if (!row) throw new Error('PostgreSQL did not return the position of its log');
    const times = await Promise.all(row.pids.map(processorMs));
    return {
      server: await this.#server.counters(),
      postgresMs: times.reduce((sum, ms) => sum + ms, 0),
      lsn: row.lsn,
    };
  }

  /**
   * Returns index insertions and bytes between two positions of the write-ahead log, with and without the images of
   * whole pages that the first change of a page after a checkpoint writes.
   */
  async #readWalStatistics(from: string, to: string) {
    const { rows } = await this.#world.admin<{ insertions: number; bytes: number; bytesWithImages: number }>(
      `select coalesce(sum(count) filter (where "resource_manager/record_type"
           ~ '^(Btree/(INSERT_LEAF|INSERT_POST|SPLIT_.)|Gin/INSERT|Gin/UPDATE_META_PAGE)'), 0)::float as insertions,
         coalesce(sum(record_size) filter (where "resource_manager/record_type" !~ '^(XLOG|Standby)/'), 0)::float as bytes,
         coalesce(sum(combined_size), 0)::float as "bytesWithImages"
       from pg_get_wal_stats($1, $2, true)`,
      [from, to],
    );
    return rows[0] ?? { insertions: Number.NaN, bytes: Number.NaN, bytesWithImages: Number.NaN };
  }
}

/** Reads the processor time that Linux counts in ticks of 10 ms; on other systems the figure is missing. */
async function processorMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [, , , , , , , , , , , , user, system] = stat.slice(stat.lastIndexOf(')') - 1).split(' ');
  return (Number(user) + Number(system)) * 10;
}
