import { sql } from 'kysely';
import { workOrders } from '#contract/work-orders.ts';
import { isRefusal } from '#domain/refusals/refusals.ts';
import { sheetBytes } from '#server/adapters/spreadsheets/sheet-bytes.ts';
import { getActor } from '#server/modules/access/session/actor.ts';
import { exportableOrderLists } from '#server/modules/cases/work-orders/service.ts';
import type { Bench, Benchmark } from '../measuring/case.ts';

/** Limit of the memory's growth, for any number of rows. */
const maxGrowthKb = 150_000;
const sampleEveryMs = 50;

/**
 * Measures the whole list of the person who started most orders, as a workbook, compared with reading the
 * same rows into Node, which is the lower limit for any export.
 */
export async function exportCase({ world }: Bench): Promise<Benchmark> {
  const { context } = world;
  const { rows: topAccounts } = await sql<{ account: string; orders: number }>`
    select st.account, count(*)::int as orders from work_orders o join staff st on st.id = o.initiator_id
    group by 1 order by 2 desc limit 1`.execute(context.db);
  const { account = '', orders = 0 } = topAccounts[0] ?? {};
  const list = exportableOrderLists.find(({ name }) => name === 'initiated');
  if (list === undefined || orders === 0) throw new Error('No account has started an order');
  const query = workOrders.initiatedPage.query.parse({});
  const exportedRows = await list.request(context, await getActor(context, account), query);
  if (isRefusal(exportedRows)) throw new Error(`The call of the list was refused: ${exportedRows.refused}`);
  const { columns } = list;
  const rows = () => exportedRows.rows(context.db, orders);

  const countRows = async () => {
    let count = 0;
    for await (const batch of rows()) count += batch.length;
    return count;
  };
  const write = async () => {
    async function* cells() {
      for await (const batch of rows()) yield batch.map((row) => columns.map((column) => column.cell(row)));
    }
    const sheet = { name: list.title, columns, rows: cells(), foot: (count: number) => `共 ${count} 条` };
    let bytes = 0;
    for await (const chunk of sheetBytes('xlsx', sheet)) bytes += (chunk as Buffer).length;
    return bytes;
  };
  if ((await countRows()) !== orders) throw new Error('The exported list does not contain all orders');

  const growth: number[] = [];
  const measureTime = async (work: () => Promise<unknown>) => {
    const startTime = performance.now();
    await work();
    return performance.now() - startTime;
  };
  return {
    name: 'export',
    unit: 'ms',
    variants: [
      {
        name: 'ours',
        async measure() {
          const before = process.memoryUsage().rss;
          let peak = before;
          const timer = setInterval(() => {
            peak = Math.max(peak, process.memoryUsage().rss);
          }, sampleEveryMs);
          try {
            return await measureTime(write);
          } finally {
            clearInterval(timer);
            growth.push((peak - before) / 1024);
          }
        },
      },
      { name: 'limit', measure: () => measureTime(countRows) },
    ],
    goals: [{ title: 'a workbook / its rows read into Node', over: 'ours', under: 'limit', atMost: 2 }],
    probes: [{ title: 'memory that it grows by', unit: 'kB', atMost: maxGrowthKb, values: growth }],
    notes: [`${orders.toLocaleString('en')} rows of ${columns.length} columns`],
  };
}
