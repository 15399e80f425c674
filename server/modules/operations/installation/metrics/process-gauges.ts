import type { Context } from '#server/framework/context.ts';
import type { Room } from '#server/kernel/folders/free-space.ts';
import type { EventHub } from '#server/kernel/http/event-hub.ts';
import { officeCertificates } from '../certificates.ts';
import type { ReadFigures } from '../figures.ts';
import type { PoolState } from '../pool-state.ts';
import { portalVersion } from '../present.ts';
import type { LookedAt } from './gauges.ts';

/** Returns the gauges that this process can provide without the database. */
export function processGauges(parts: {
  context: Context;
  hub: Pick<EventHub, 'countStreams'>;
  pool: PoolState;
  last: () => ReadFigures;
  room: () => readonly Room[];
}): LookedAt[] {
  const { context, hub, pool, last } = parts;
  const rooms = (value: (room: Room) => number) => () =>
    parts.room().map((room) => [{ folder: room.folder }, value(room)] as [Record<string, string>, number]);
  return [
    {
      name: 'banjian_info',
      help: 'What runs here; always 1',
      labels: ['version', 'node', 'postgres', 'schema', 'mode'],
      look: () => {
        const { postgres = '', schema = '' } = last().figures ?? {};
        const { mode } = context.config;
        return [[{ version: portalVersion(), node: process.versions.node, postgres, schema, mode }, 1]];
      },
    },
    {
      name: 'banjian_database_pool_connections',
      help: 'Connections of this process, by what they do',
      labels: ['state'],
      look: () => [
        [{ state: 'idle' }, pool.idleCount],
        [{ state: 'used' }, pool.totalCount - pool.idleCount],
      ],
    },
    {
      name: 'banjian_database_pool_size',
      help: 'Connections that this process may have at most',
      look: () => context.config.databaseConnections,
    },
    {
      name: 'banjian_database_pool_waiting',
      help: 'Calls that wait for a connection',
      look: () => pool.waitingCount,
    },
    {
      name: 'banjian_database_silent',
      help: '1 while the database takes connections and does not answer',
      look: () => Number(pool.isSilent()),
    },
    {
      name: 'banjian_database_read_only',
      help: '1 while the database answers and takes no writes',
      look: () => Number(pool.isReadOnly()),
    },
    { name: 'banjian_streams', help: 'Open screens of this process', look: () => hub.countStreams() },
    {
      name: 'banjian_disk_free_bytes',
      help: 'Room that is left on the disk of a folder',
      labels: ['folder'],
      look: rooms(({ free }) => free),
    },
    {
      name: 'banjian_disk_size_bytes',
      help: 'Size of that disk',
      labels: ['folder'],
      look: rooms(({ size }) => size),
    },
    {
      name: 'banjian_disk_reserve_bytes',
      help: 'Room on the disk of the data folder below which uploads are refused',
      look: () => context.config.uploads.reserveMb * 1_048_576,
    },
    {
      name: 'banjian_certificate_expires_seconds',
      help: 'Time until a certificate runs out by which papers are signed',
      labels: ['serial'],
      look: () =>
        officeCertificates(context.config).map(({ serial, until }) => [
          { serial },
          (until.getTime() - context.now().getTime()) / 1000,
        ]),
    },
  ];
}
