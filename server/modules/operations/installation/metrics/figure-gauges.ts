import type { Context } from '#server/framework/context.ts';
import type { DatabaseFigures } from '../figures.queries.ts';
import type { ReadFigures } from '../figures.ts';
import type { PoolState } from '../pool-state.ts';
import type { MeasuredGauge } from './gauges.ts';

type Rows<Row> = readonly (Row & object)[];

/**
 * Returns gauges for the last figures from the database (`figures.ts`); all of them describe the whole
 * office, not this process.
 */
export function figureGauges(
  last: () => ReadFigures,
  { now }: Pick<Context, 'now'>,
  pool: Pick<PoolState, 'isReadOnly'>,
): MeasuredGauge[] {
  const of = (read: (figures: DatabaseFigures) => ReturnType<MeasuredGauge['inspect']>) => () => {
    const { figures } = last();
    return figures && read(figures);
  };
  const by = <Row>(label: string, rows: Rows<Row>, name: (row: Row) => string, value: (row: Row) => number) =>
    rows.map((row) => [{ [label]: name(row) }, value(row)] as [Record<string, string>, number]);
  const channels = (value: (row: DatabaseFigures['outbound'][number]) => number) =>
    of(({ outbound }) => by('channel', outbound, ({ channel }) => channel, value));
  const tasks = (value: (row: DatabaseFigures['jobs'][number]) => number) =>
    of(({ jobs }) => by('task', jobs, ({ task }) => task, value));

  return [
    {
      name: 'banjian_database_up',
      help: '1 while the database answers within the limit and takes writes; 0: the figures below are old or missing',
      inspect: () => (last().isUp && !pool.isReadOnly() ? 1 : 0),
    },
    {
      name: 'banjian_database_figures_age_seconds',
      help: 'How old the figures of the database are',
      inspect: () => {
        const { readAt } = last();
        return readAt && Math.max((now().getTime() - readAt.getTime()) / 1000, 0);
      },
    },
    { name: 'banjian_database_size_bytes', help: 'Size of the database', inspect: of(({ bytes }) => bytes) },
    {
      name: 'banjian_servers',
      help: 'Server processes that are alive',
      inspect: of(({ servers }) => servers),
    },
    { name: 'banjian_sessions', help: 'Living sessions', inspect: of(({ sessions }) => sessions) },
    {
      name: 'banjian_outbox_waiting',
      help: 'Changes of orders that were not worked into messages yet',
      inspect: of(({ outbox }) => outbox.waiting),
    },
    {
      name: 'banjian_outbox_oldest_seconds',
      help: 'Age of the oldest of them',
      inspect: of(({ outbox }) => outbox.oldest),
    },
    {
      name: 'banjian_outbound_messages_waiting',
      help: 'Messages that are still to leave the house, also those for later',
      labels: ['channel'],
      inspect: channels(({ waiting }) => waiting),
    },
    {
      name: 'banjian_outbound_messages_oldest_seconds',
      help: 'How long the oldest message is overdue to leave',
      labels: ['channel'],
      inspect: channels(({ oldest }) => oldest),
    },
    {
      name: 'banjian_outbound_messages_dead',
      help: 'Messages of the last day that were given up',
      labels: ['channel'],
      inspect: channels(({ dead }) => dead),
    },
    {
      name: 'banjian_exports_waiting',
      help: 'Exports that are not written yet',
      inspect: of(({ exports }) => exports.waiting),
    },
    {
      name: 'banjian_exports_oldest_seconds',
      help: 'Age of the oldest of them',
      inspect: of(({ exports }) => exports.oldest),
    },
    {
      name: 'banjian_pictures_waiting',
      help: 'Small pictures of files that are still to be made',
      inspect: of(({ pictures }) => pictures),
    },
    {
      name: 'banjian_jobs_waiting',
      help: 'Jobs that are due and have not begun',
      labels: ['task'],
      inspect: tasks(({ waiting }) => waiting),
    },
    {
      name: 'banjian_jobs_running',
      help: 'Jobs that a server has taken',
      labels: ['task'],
      inspect: tasks(({ running }) => running),
    },
    {
      name: 'banjian_jobs_failing',
      help: 'Jobs whose last try failed',
      labels: ['task'],
      inspect: tasks(({ failing }) => failing),
    },
    {
      name: 'banjian_jobs_oldest_seconds',
      help: 'How long the oldest job that has not begun is overdue',
      labels: ['task'],
      inspect: tasks(({ oldest }) => oldest),
    },
    {
      name: 'banjian_audit_anchor_age_seconds',
      help: 'Time since the audit log was anchored last',
      inspect: of(({ anchorAge }) => anchorAge ?? undefined),
    },
    {
      name: 'banjian_audit_whole',
      help: '1: the last check found the audit log complete; 0: it did not; missing: there was none',
      inspect: of(({ verified }) => verified && Number(verified.state === 'whole')),
    },
  ];
}
