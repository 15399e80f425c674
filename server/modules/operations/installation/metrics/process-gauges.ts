import type { Context } from '#server/framework/context.ts';
import type { DiskSpace } from '#server/kernel/folders/free-space.ts';
import type { EventHub } from '#server/kernel/http/event-hub.ts';
import { officeCertificates } from '../certificates.ts';
import type { LastFigures } from '../figures.ts';
import type { PoolState } from '../pool-state.ts';
import { portalVersion } from '../present.ts';
import type { MeasuredGauge } from './gauges.ts';

/** Returns the gauges that this process can provide without the database. */
export function processGauges(sources: {
  context: Context;
  hub: Pick<EventHub, 'countStreams'>;
  pool: PoolState;
  last: () => LastFigures;
  space: () => readonly DiskSpace[];
}): MeasuredGauge[] {
  const { context, hub, pool, last } = sources;
  const spaces = (value: (space: DiskSpace) => number) => () =>
    sources
      .space()
      .map((space) => [{ folder: space.folder }, value(space)] as [Record<string, string>, number]);
  return [
    {
      name: 'banjian_info',
      help: 'Versions and mode of this process; always 1',
      labels: ['version', 'node', 'postgres', 'schema', 'mode'],
      inspect: () => {
        const { postgres = '', schema = '' } = last().figures ?? {};
        const { mode } = context.config;
        return [[{ version: portalVersion(), node: process.versions.node, postgres, schema, mode }, 1]];
      },
    },
    {
      name: 'banjian_database_pool_connections',
      help: 'Connections of this process, by state',
      labels: ['state'],
      inspect: () => [
        [{ state: 'idle' }, pool.idleCount],
        [{ state: 'used' }, pool.totalCount - pool.idleCount],
      ],
    },
    {
      name: 'banjian_database_pool_size',
      help: 'Maximum number of connections of this process',
      inspect: () => context.config.databaseConnections,
    },
    {
      name: 'banjian_database_pool_waiting',
      help: 'Calls that wait for a connection',
      inspect: () => pool.waitingCount,
    },
    {
      name: 'banjian_database_silent',
      help: '1 while the database accepts connections but does not answer',
      inspect: () => Number(pool.isSilent()),
    },
    {
      name: 'banjian_database_read_only',
      help: '1 while the database answers but accepts no writes',
      inspect: () => Number(pool.isReadOnly()),
    },
    {
      name: 'banjian_streams',
      help: 'Open event streams of this process',
      inspect: () => hub.countStreams(),
    },
    {
      name: 'banjian_disk_free_bytes',
      help: 'Free space on the disk of a folder',
      labels: ['folder'],
      inspect: spaces(({ free }) => free),
    },
    {
      name: 'banjian_disk_size_bytes',
      help: 'Size of the disk of a folder',
      labels: ['folder'],
      inspect: spaces(({ size }) => size),
    },
    {
      name: 'banjian_disk_reserve_bytes',
      help: 'Free space on the disk of the data folder below which uploads are refused',
      inspect: () => context.config.uploads.reserveMb * 1_048_576,
    },
    {
      name: 'banjian_certificate_expires_seconds',
      help: 'Time until a certificate that signs documents expires',
      labels: ['serial'],
      inspect: () =>
        officeCertificates(context.config).map(({ serial, validUntil }) => [
          { serial },
          (validUntil.getTime() - context.now().getTime()) / 1000,
        ]),
    },
  ];
}
