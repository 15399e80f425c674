import { getActor } from '#server/modules/access/session/actor.ts';
import { copyOrders, createSchema } from '../flowable/copy-orders.ts';
import { buildEngine, type FlowableEngine, startEngine } from '../flowable/engine.ts';
import { requestText } from '../load/http-client.ts';
import type { Bench, Benchmark, Goal, Variant } from '../measuring/case.ts';
import { accounts } from '../world/people.ts';
import { deleteJobs, handlingItems, sendOnce } from './handle.ts';
import { applicationItems } from './initiate.ts';
import { todoRequest } from './todo.ts';

/** Variants of one kind of work, with the goals that compare them. */
interface Comparison {
  variants: Variant[];
  goals: Goal[];
}

const clientCounts = [1, 8, 32];
const clients = 8;

/**
 * Measures the same work by the real Flowable over its own REST interface and one call of ours (the page without its
 * total), on the same PostgreSQL in the same rounds. Left out, with a message, where Java or Maven is missing.
 */
export async function flowableCase(bench: Bench): Promise<Benchmark[]> {
  const program = await buildEngine(bench.world.dataDir);
  if (program === undefined) {
    console.log('flowable: left out, because Java 17 or Maven is missing');
    return [];
  }
  await bench.world.session(createSchema);
  const engine = await startEngine(program, bench.world.url);
  try {
    const instance = await startInstance(engine);
    const taskIds = await bench.world.session((client) => copyOrders(client, instance));
    const parts = [
      await compareLists(bench, engine),
      await compareHandling(bench, engine, taskIds),
      await compareInitiation(bench, engine),
    ];
    return [
      {
        name: 'flowable',
        unit: '/s',
        variants: parts.flatMap(({ variants }) => variants),
        goals: parts.flatMap(({ goals }) => goals),
        notes: [
          'Flowable 7.2 over its REST interface: no login, no permissions; history at its default level (audit)',
          'handle: Flowable completes a task with one variable; ours also checks permissions and the form, and writes audit record, inbox and outbox',
          'initiate: Flowable stores the form as one JSON variable; ours validates it, numbers the order and checks for an unfinished one of the same applicant',
          'to-do: with the total of at most 10,001 (ours) or the exact total (Flowable)',
        ],
        finish: () => engine.stop(),
      },
    ];
  } catch (error) {
    await engine.stop();
    throw error;
  }
}

/** Starts the instance that is copied for each order. */
async function startInstance({ port }: FlowableEngine): Promise<{ id: string; taskId: string }> {
  const post = async (path: string, body: unknown): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}/process-api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`Flowable answered ${response.status}: ${await response.text()}`);
    return response.json();
  };
  const { id } = (await post('/runtime/process-instances', startBody({ title: '申请' }))) as { id: string };
  const tasks = (await post('/query/tasks', { processInstanceId: id })) as { data: { id: string }[] };
  const taskId = tasks.data[0]?.id;
  if (taskId === undefined) throw new Error('The started instance has no task');
  return { id, taskId };
}

function startBody(form: unknown) {
  return { processDefinitionKey: 'permit', variables: [{ name: 'form', type: 'json', value: form }] };
}

async function compareLists(bench: Bench, engine: FlowableEngine): Promise<Comparison> {
  const { load, portal, seconds, tokens, world } = bench;
  const parts: Comparison = { variants: [], goals: [] };
  for (const [person, account] of [
    ['typical', accounts.typical],
    ['hot role', accounts.hot],
  ] as const) {
    const { keys } = await getActor(world.context, account);
    const user = keys.find((key) => key.startsWith('staff:')) ?? '';
    const groups = keys.filter((key) => !key.startsWith('staff:'));
    const variant = (name: string, port: number, request: string): Variant => ({
      name: `to-do, ${person}: ${name}`,
      measure: async () => (await load.send({ port, clients, seconds, items: [[[request]]] })).rate,
    });
    const withTotal = requestText(
      'POST',
      '/process-api/query/tasks',
      {},
      {
        candidateUser: user,
        candidateGroupIn: groups,
        sort: 'createTime',
        order: 'desc',
        size: 10,
      },
    );
    const withoutTotal = requestText('POST', '/page-without-total', {}, { user, groups });
    const ours = variant('ours', portal.port, todoRequest(tokens[account] ?? ''));
    const peers = [
      variant('Flowable', engine.port, withTotal),
      variant('Flowable without total', engine.port, withoutTotal),
    ];
    parts.variants.push(...peers, ours);
    parts.goals.push(...peers.map(({ name }) => ({ title: `ours / ${name}`, over: ours.name, under: name })));
  }
  return parts;
}

async function compareHandling(bench: Bench, engine: FlowableEngine, taskIds: string[]): Promise<Comparison> {
  const { portal } = bench;
  const ours = await handlingItems(bench, 'handle');
  const complete = {
    action: 'complete',
    variables: [{ name: 'opinion', type: 'string', value: '材料形式审查通过' }],
  };
  const peers = taskIds.map((id) => [
    [requestText('POST', `/process-api/runtime/tasks/${id}`, {}, complete)],
  ]);
  const names = clientCounts.map((count) => ({
    count,
    peer: `handle, ${count} clients: Flowable`,
    own: `handle, ${count} clients: ours`,
  }));
  return {
    variants: names.flatMap(({ count, peer, own }) => [
      {
        name: peer,
        measure: async () =>
          (await sendOnce(bench, { port: engine.port, clients: count, items: peers })).rate,
      },
      {
        name: own,
        measure: async () => {
          const { rate } = await sendOnce(bench, { port: portal.port, clients: count, items: ours });
          await deleteJobs(bench);
          return rate;
        },
      },
    ]),
    goals: names.map(({ count, peer, own }) => ({
      title: `handle, ${count} clients, ours / Flowable`,
      over: own,
      under: peer,
      atLeast: 4,
    })),
  };
}

async function compareInitiation(bench: Bench, engine: FlowableEngine): Promise<Comparison> {
  const { load, portal, seconds } = bench;
  const { application, items } = await applicationItems(bench);
  const peer = requestText(
    'POST',
    '/process-api/runtime/process-instances',
    {},
    startBody(application.workorderForms[0]?.content),
  );
  return {
    variants: [
      {
        name: 'initiate: Flowable',
        measure: async () =>
          (await load.send({ port: engine.port, clients, seconds, items: [[[peer]]] })).rate,
      },
      {
        name: 'initiate: ours',
        measure: async () => {
          const report = await load.send({
            port: portal.port,
            clients,
            seconds,
            items: await items(6000 * seconds),
            once: true,
          });
          await deleteJobs(bench);
          return report.rate;
        },
      },
    ],
    goals: [
      {
        title: 'initiate, ours / Flowable',
        over: 'initiate: ours',
        under: 'initiate: Flowable',
        atLeast: 1.5,
      },
    ],
  };
}
