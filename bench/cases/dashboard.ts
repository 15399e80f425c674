import assert from 'node:assert/strict';
import { dashboard } from '#contract/dashboard.ts';
import { addDays, localDateOf } from '#domain/calendar/local-date.ts';
import { getActor } from '#server/modules/access/session/actor.ts';
import { dashboardPage, rebuildFigures, updateFigures } from '#server/modules/portal/dashboard/service.ts';
import { unwrap } from '#server/seeds/unwrap.ts';
import { capture, statementWith } from '../limits/capture.ts';
import { runLimit, toLimitStatement } from '../limits/limit.ts';
import { requestText } from '../load/http-client.ts';
import type { Bench, Benchmark, Probe } from '../measuring/case.ts';
import { signIn } from '../sign-in.ts';

const reader = 'shenjie';
/** The required time for the figures of a year by day, with a million orders. */
const goalMilliseconds = 10;

/**
 * Measures the figures of a year by day, compared with counting the orders themselves. The loader copies
 * rows, so the sums are computed once first.
 */
export async function dashboardCase(bench: Bench): Promise<Benchmark> {
  const { load, portal, seconds, world } = bench;
  await rebuildFigures(world.context);
  await updateFigures(world.context);
  await world.session((client) =>
    client.query('vacuum analyze day_figures, unit_figures, office_figures, hour_figures, open_figures'),
  );
  const endDate = localDateOf(new Date());
  const startDate = addDays(endDate, -365);
  const actor = await getActor(world.context, reader);
  const statements = await capture(world, async (context) => {
    const page = unwrap('The dashboard', await dashboardPage(context, actor, { startDate, endDate }));
    const { rows } = await world.database.pool.query<{ orders: number }>(
      'select count(*)::int as orders from work_orders where day_in_china(started_at) >= $1::date',
      [startDate],
    );
    assert.equal(page.now.intake.count, rows[0]?.orders, 'the figures equal the counts of the orders');
  });
  const byDay = toLimitStatement(statementWith(statements, 'group by counted.day'));
  const countStatement = {
    text: 'select day_in_china(started_at) as day, count(*) from work_orders where started_at >= $1 group by 1',
    values: [startDate],
  };
  const timeStatement = async (statement: typeof byDay) =>
    (await runLimit([statement], { url: world.url, clients: 1, seconds })).mean;
  const [token] = Object.values(await signIn(portal.port, [reader]));
  const path = `${dashboard.page.path}?startDate=${startDate}&endDate=${endDate}`;
  const request = requestText('GET', path, { 'x-access-token': token ?? '' });
  const probe: Probe = { title: 'a year by day', unit: 'ms', atMost: goalMilliseconds, values: [] };
  return {
    name: 'dashboard',
    unit: 'ms',
    variants: [
      {
        name: 'a year by day',
        measure: async () => {
          const mean = await timeStatement(byDay);
          probe.values.push(mean);
          return mean;
        },
      },
      { name: 'the orders counted', measure: () => timeStatement(toLimitStatement(countStatement)) },
      {
        name: 'the whole page',
        measure: async () =>
          (await load.send({ port: portal.port, clients: 1, seconds, items: [[[request]]] })).p50,
      },
    ],
    goals: [
      {
        title: 'a year by day / counting the orders',
        over: 'a year by day',
        under: 'the orders counted',
        atMost: 0.1,
      },
    ],
    probes: [probe],
    notes: [
      'a year by day: the statement alone, two years of days with its comparison; the whole page: all figures through HTTP',
    ],
  };
}
