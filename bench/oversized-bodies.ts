/**
 * Measures a colleague's to-do list while bodies with many unknown keys are sent, by visitors without a
 * session and by one person who has signed in, against a demo portal that runs on this machine with
 * `PORTAL_DEMO_CAPTCHA=BENCH1`. `node bench/oversized-bodies.ts 8080`
 */
import { request } from 'node:http';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { forms } from '#contract/forms.ts';
import { handling } from '#contract/handling.ts';
import { session } from '#contract/session.ts';
import { workOrders } from '#contract/work-orders.ts';
import { signIn } from './sign-in.ts';

interface Attack {
  port: number;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

const many = 49_000;
const list = <T>(count: number, one: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => one(index));
const keyed = (count: number, key: (index: number) => string, value = '1') =>
  `{${list(count, (at) => `"${key(at)}":${value}`).join(',')}}`;

/** Bodies as JSON, each with 49,000 items or as large as a call allows. */
const bodies: Readonly<Record<string, string>> = {
  'unknown keys': keyed(many, (at) => `k${at}`),
  'keys in objects of 1,900': `[${list(25, () => keyed(1_900, (at) => `k${at}`)).join(',')}]`,
  'objects 30 deep': `[${list(1_600, () => `${'{"a":'.repeat(30)}1${'}'.repeat(30)}`).join(',')}]`,
  'keys of 900 characters': keyed(2_000, (at) => `${at}${'长'.repeat(300)}`),
  'keys of 190 characters': keyed(1_900, (at) => `${at}${'x'.repeat(185)}`),
  'empty objects': `{"json":[${list(many, () => '{}').join(',')}]}`,
  'texts that cannot be kept': `{"json":[${list(many, () => '"\\u0000"').join(',')}]}`,
  'problems at a known place': `{"workorderForms":[${list(many, () => '1').join(',')}]}`,
};
const asForm = list(many, (at) => `k${at}=1`).join('&');

/**
 * Sends one body repeatedly from eight clients, each time over a new connection, until it is stopped; returns
 * the counts and statuses.
 */
async function attack({ port, method, path, headers, body }: Attack): Promise<void> {
  const bytes = Buffer.from(body);
  const statuses: Record<string, number> = {};
  let isOver = false;
  parentPort?.once('message', () => {
    isOver = true;
  });
  const once = () =>
    new Promise<void>((resolve) => {
      const count = (status: number | string) => {
        statuses[status] = (statuses[status] ?? 0) + 1;
        resolve();
      };
      const sent = request(
        {
          agent: false,
          port,
          host: '127.0.0.1',
          method,
          path,
          headers: {
            ...headers,
            'x-refusal-status': 'http',
            connection: 'close',
            'content-length': bytes.length,
          },
        },
        (answer) => {
          answer.resume();
          answer.once('error', () => count('cut off'));
          answer.once('end', () => {
            count(answer.statusCode ?? 0);
            sent.destroy();
          });
        },
      );
      // The server closes the connection of a request that it refuses before reading its body.
      sent.once('error', () => count('cut off'));
      sent.end(bytes);
    });
  parentPort?.postMessage('begun');
  await Promise.all(
    list(8, async () => {
      while (!isOver) await once();
    }),
  );
  parentPort?.postMessage(statuses);
}

async function timeList(port: number, token: string, seconds: number): Promise<number[]> {
  const times: number[] = [];
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) {
    const began = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}${workOrders.todoPage.path}`, {
      headers: { 'x-access-token': token, 'x-refusal-status': 'http' },
    });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`The call of the list returned status ${answer.status}`);
    times.push(performance.now() - began);
  }
  return times;
}

const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;
const formatTimes = (times: readonly number[]) =>
  `${median(times).toFixed(1)} ms, at most ${Math.max(...times).toFixed(0)} ms (${times.length})`;
const say = (text: string) => process.stdout.write(`${text}\n`);

async function measure(port: number): Promise<void> {
  const tokens = await signIn(port, ['liuyang', 'zhangwei']);
  const [colleague = '', attacker = ''] = [tokens.liuyang, tokens.zhangwei];
  await timeList(port, colleague, 2);
  say(`quiet: ${formatTimes(await timeList(port, colleague, 4))}`);
  const json = { 'content-type': 'application/json' };
  const signedIn = { ...json, 'x-access-token': attacker, 'idempotency-key': 'bench-oversized-1' };
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const attacks: [string, Omit<Attack, 'port'>][] = [
    ...Object.entries(bodies).flatMap(([name, body]): [string, Omit<Attack, 'port'>][] => [
      [`stranger, sign-in: ${name}`, { method: 'POST', path: session.login.path, headers: json, body }],
      [`stranger, no session: ${name}`, { method: 'POST', path: forms.check.path, headers: json, body }],
      [
        `signed in, an action: ${name}`,
        { method: 'POST', path: handling.handle.path, headers: signedIn, body },
      ],
    ]),
    ['stranger, sign-in: a form', { method: 'POST', path: session.login.path, headers: form, body: asForm }],
  ];
  for (const [name, own] of attacks) {
    const worker = new Worker(new URL(import.meta.url), { workerData: { port, ...own } satisfies Attack });
    const nextMessage = () => new Promise<unknown>((resolve) => worker.once('message', resolve));
    await nextMessage();
    const statuses = nextMessage();
    const times = await timeList(port, colleague, 4);
    worker.postMessage('stop');
    say(`${name}: ${formatTimes(times)}; answers ${JSON.stringify(await statuses)}`);
  }
}

if (isMainThread) await measure(Number(process.argv[2] ?? 8080));
else await attack(workerData as Attack);
