import { handling } from '#contract/handling.ts';
import { workOrders } from '#contract/work-orders.ts';
import { isRefusal } from '#domain/refusals/refusals.ts';
import { getActor } from '#server/modules/access/session/actor.ts';
import { detailPage, readOrderPage } from '#server/modules/cases/work-orders/service.ts';
import { capture, statementWith } from '../limits/capture.ts';
import { runLimit, toLimitStatement } from '../limits/limit.ts';
import { requestText } from '../load/http-client.ts';
import type { Bench, Benchmark } from '../measuring/case.ts';
import { accounts } from '../world/people.ts';

const clients = 8;
const roundTripMs = 30;
const pages = 500;

interface OpenOrder {
  id: string;
  code: string;
  number: number;
  node_id: string;
  process_definition_id: string;
}

/**
 * Measures the detail page of an order that the person may act on: one call compared with the specification's
 * eleven, in three groups.
 */
export async function detailCases(bench: Bench): Promise<Benchmark[]> {
  const { load, portal, seconds, world } = bench;
  const orders = await listOpenOrders(bench);
  const token = bench.tokens[accounts.examiner] ?? '';
  const get = (path: string) => requestText('GET', path, { 'x-access-token': token });
  const ours = orders.map(({ code }) => [[get(pathOf(workOrders.detailPage.path, { workorderCode: code }))]]);
  const peer = orders.map((order) => separateCalls(order).map((group) => group.map(get)));
  const calls = peer[0]?.flat().length ?? 0;
  const roundTripItems = [[[get('/healthz')]]];
  const send = { port: portal.port, clients, seconds };
  const slowNetwork = { port: portal.port, clients: 1, seconds, delayMs: roundTripMs };
  const statement = await pageStatement(bench, orders[0]?.code ?? '');
  const bytes = async (items: string[][][]) =>
    Math.round((await load.send({ ...send, clients: 1, seconds: 0.2, items })).bytesPerItem / 1024);
  return [
    {
      name: 'detail',
      unit: '/s',
      variants: [
        { name: 'peer', measure: async () => (await load.send({ ...send, items: peer })).rate },
        { name: 'ours', measure: async () => (await load.send({ ...send, items: ours })).rate },
        {
          name: 'limit',
          measure: async () => (await runLimit([statement], { url: world.url, clients, seconds })).rate,
        },
      ],
      goals: [
        { title: 'ours / peer', over: 'ours', under: 'peer', atLeast: 2.5 },
        { title: 'ours / limit', over: 'ours', under: 'limit' },
      ],
      notes: [
        `peer: ${calls} separate calls of the specification on our own server; ${await bytes(ours)} kB a page against ${await bytes(peer)} kB (which contain the diagram)`,
        'limit: the statement of the page alone by the limit tool',
      ],
    },
    {
      name: 'detail at 30 ms',
      unit: 'ms',
      variants: [
        { name: 'peer', measure: async () => (await load.send({ ...slowNetwork, items: peer })).p50 },
        { name: 'ours', measure: async () => (await load.send({ ...slowNetwork, items: ours })).p50 },
        {
          name: 'limit',
          measure: async () => (await load.send({ ...slowNetwork, items: roundTripItems })).p50,
        },
      ],
      goals: [
        { title: 'ours / peer', over: 'ours', under: 'peer', atMost: 0.4 },
        // One round trip and five milliseconds.
        { title: 'ours / limit', over: 'ours', under: 'limit', atMost: (roundTripMs + 5) / roundTripMs },
      ],
      notes: [
        'the client waits 30 ms before each request; the limit is the simplest call of the same server',
      ],
    },
  ];
}

async function listOpenOrders(bench: Bench): Promise<OpenOrder[]> {
  const actor = await getActor(bench.world.context, accounts.examiner);
  return bench.world.session(async (client) => {
    const { rows } = await client.query<OpenOrder>(
      `select o.id, o.code, i.number, t.node_id, o.process_definition_id from inbox i
       join work_orders o on o.id = i.workorder_id join traces t on t.workorder_id = o.id and t.number = i.number
       where i.key = any($1) order by i.arrived_at desc limit $2`,
      [actor.keys, pages],
    );
    if (rows.length === 0) throw new Error('No person has an open order: run the churn step first');
    return rows;
  });
}

function pathOf(path: string, params: Record<string, string>, query: Record<string, string> = {}): string {
  const filledPath = Object.entries(params).reduce(
    (text, [name, value]) => text.replace(`:${name}`, value),
    path,
  );
  const search = new URLSearchParams(query).toString();
  return search === '' ? filledPath : `${filledPath}?${search}`;
}

/**
 * Returns the specification's calls in their sequence: the order, its parts by its ids, then the possible
 * actions.
 */
function separateCalls({ id, code, number, node_id, process_definition_id }: OpenOrder): string[][] {
  const byCode = { workorderCode: code };
  const byId = { workorderId: id };
  const traceId = `${id}.${number}`;
  return [
    [pathOf(workOrders.info.path, byCode)],
    [
      pathOf(workOrders.items.path, byId),
      pathOf(workOrders.applicantInfo.path, byCode),
      pathOf(workOrders.forms.path, byId),
      pathOf(workOrders.process.path, byCode),
      pathOf(workOrders.traces.path, byCode),
      pathOf(workOrders.myTrace.path, byCode),
      pathOf(handling.withdrawCheck.path, byCode),
    ],
    [
      pathOf(handling.buttons.path, {}, { flowNodeId: node_id, defId: process_definition_id }),
      pathOf(handling.handleCheck.path, {}, { workorderId: id, actInstId: traceId }),
      pathOf(handling.branchNodes.path, {}, { traceId }),
    ],
  ];
}

async function pageStatement(bench: Bench, code: string) {
  const actor = await getActor(bench.world.context, accounts.examiner);
  const statements = await capture(bench.world, async (context) => {
    const order = await readOrderPage(context, actor, { code });
    if (!isRefusal(order)) await detailPage(context, actor, order);
  });
  return toLimitStatement(statementWith(statements, 'to_json(a)'));
}
