import type { Context } from '#server/framework/context.ts';
import type { DatabaseFigures } from '../figures.queries.ts';
import type { LastFigures } from '../figures.ts';
import type { PoolState } from '../pool-state.ts';
import type { MeasuredGauge } from './gauges.ts';

type Rows<Row> = readonly (Row & object)[];

/**
 * Returns gauges for the last figures from the database (`figures.ts`); all of them describe the whole
 * office, not this process.
 */
export function figureGauges(
  last: () => LastFigures,
  { now }: Pick<Context, 'now'>,
  pool: Pick<PoolState, 'isReadOnly'>,
): MeasuredGauge[] {
  const gaugeValue = (read: (figures: DatabaseFigures) => ReturnType<MeasuredGauge['inspect']>) => () => {
    const { figures } = last();
    return figures && read(figures);
  };
  const valuesBy = <Row>(
    label: string,
    rows: Rows<Row>,
    name: (row: Row) => string,
    value: (row: Row) => number,
  ) => rows.map((row) => [{ [label]: name(row) }, value(row)] as [Record<string, string>, number]);
  const channels = (value: (row: DatabaseFigures['outbound'][number]) => number) =>
    gaugeValue(({ outbound }) => valuesBy('channel', outbound, ({ channel }) => channel, value));
  const tasks = (value: (row: DatabaseFigures['jobs'][number]) => number) =>
    gaugeValue(({ jobs }) => valuesBy('task', jobs, ({ task }) => task, value));

  return [
    {
      name: 'banjian_database_up',
      help: '1 while the database answers within the limit and accepts writes; 0: the figures below are old or missing',
      inspect: () => (last().isUp && !pool.isReadOnly() ? 1 : 0),
    },
    {
      name: 'banjian_database_figures_age_seconds',
      help: 'Age of the figures of the database',
      inspect: () => {
        const { readAt } = last();
        return readAt && Math.max((now().getTime() - readAt.getTime()) / 1000, 0);
      },
    },
    {
      name: 'banjian_database_size_bytes',
      help: 'Size of the database',
      inspect: gaugeValue(({ bytes }) => bytes),
    },
    {
      name: 'banjian_servers',
      help: 'Server processes that are running',
      inspect: gaugeValue(({ servers }) => servers),
    },
    {
      name: 'banjian_sessions',
      help: 'Sessions that have neither ended nor expired',
      inspect: gaugeValue(({ sessions }) => sessions),
    },
    {
      name: 'banjian_outbox_waiting',
      help: 'Changes of orders for which messages were not created yet',
      inspect: gaugeValue(({ outbox }) => outbox.waiting),
    },
    {
      name: 'banjian_outbox_oldest_seconds',
      help: 'Age of the oldest change in the outbox',
      inspect: gaugeValue(({ outbox }) => outbox.oldest),
    },
    {
      name: 'banjian_outbound_messages_waiting',
      help: 'Messages that are not sent yet, also those for later',
      labels: ['channel'],
      inspect: channels(({ waiting }) => waiting),
    },
    {
      name: 'banjian_outbound_messages_oldest_seconds',
      help: 'Time since the oldest message that is not sent was due',
      labels: ['channel'],
      inspect: channels(({ oldest }) => oldest),
    },
    {
      name: 'banjian_outbound_messages_dead',
      help: 'Messages of the last day that failed finally',
      labels: ['channel'],
      inspect: channels(({ dead }) => dead),
    },
    {
      name: 'banjian_exports_waiting',
      help: 'Exports that are not written yet',
      inspect: gaugeValue(({ exports }) => exports.waiting),
    },
    {
      name: 'banjian_exports_oldest_seconds',
      help: 'Age of the oldest export that is not written yet',
      inspect: gaugeValue(({ exports }) => exports.oldest),
    },
    {
      name: 'banjian_pictures_waiting',
      help: 'Thumbnails of files that are not created yet',
      inspect: gaugeValue(({ pictures }) => pictures),
    },
    {
      name: 'banjian_jobs_waiting',
      help: 'Jobs that are due and have not begun',
      labels: ['task'],
      inspect: tasks(({ waiting }) => waiting),
    },
    {
      name: 'banjian_jobs_running',
      help: 'Jobs that a server is running',
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
      help: 'Time since the oldest job that has not begun was due',
      labels: ['task'],
      inspect: tasks(({ oldest }) => oldest),
    },
    {
      name: 'banjian_audit_anchor_age_seconds',
      help: 'Time since the audit log was anchored last',
      inspect: gaugeValue(({ anchorAge }) => anchorAge ?? undefined),
    },
    {
      name: 'banjian_audit_whole',
      help: '1: the last check found the audit log complete; 0: it did not; missing: there was none',
      inspect: gaugeValue(({ verified }) => verified && Number(verified.state === 'whole')),
    },
  ];
}
