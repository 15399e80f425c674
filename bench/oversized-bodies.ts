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

const itemCount = 49_000;
const createArray = <T>(count: number, create: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => create(index));
const objectOf = (count: number, key: (index: number) => string, value = '1') =>
  `{${createArray(count, (index) => `"${key(index)}":${value}`).join(',')}}`;

/** Bodies as JSON, each with 49,000 items or as large as a call allows. */
const bodies: Readonly<Record<string, string>> = {
  'unknown keys': objectOf(itemCount, (index) => `k${index}`),
  'keys in objects of 1,900': `[${createArray(25, () => objectOf(1_900, (index) => `k${index}`)).join(',')}]`,
  'objects 30 deep': `[${createArray(1_600, () => `${'{"a":'.repeat(30)}1${'}'.repeat(30)}`).join(',')}]`,
  'keys of 900 characters': objectOf(2_000, (index) => `${index}${'长'.repeat(300)}`),
  'keys of 190 characters': objectOf(1_900, (index) => `${index}${'x'.repeat(185)}`),
  'empty objects': `{"json":[${createArray(itemCount, () => '{}').join(',')}]}`,
  'texts that cannot be stored': `{"json":[${createArray(itemCount, () => '"\\u0000"').join(',')}]}`,
  'problems at a known place': `{"workorderForms":[${createArray(itemCount, () => '1').join(',')}]}`,
};
const formBody = createArray(itemCount, (index) => `k${index}=1`).join('&');

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
  const sendBody = () =>
    new Promise<void>((resolve) => {
      const count = (status: number | string) => {
        statuses[status] = (statuses[status] ?? 0) + 1;
        resolve();
      };
      const outgoing = request(
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
            outgoing.destroy();
          });
        },
      );
      // The server closes the connection of a request that it refuses before reading its body.
      outgoing.once('error', () => count('cut off'));
      outgoing.end(bytes);
    });
  parentPort?.postMessage('started');
  await Promise.all(
    createArray(8, async () => {
      while (!isOver) await sendBody();
    }),
  );
  parentPort?.postMessage(statuses);
}

async function measureListTimes(port: number, token: string, seconds: number): Promise<number[]> {
  const times: number[] = [];
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) {
    const startTime = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}${workOrders.todoPage.path}`, {
      headers: { 'x-access-token': token, 'x-refusal-status': 'http' },
    });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`The call of the list returned status ${answer.status}`);
    times.push(performance.now() - startTime);
  }
  return times;
}

const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;
const formatTimes = (times: readonly number[]) =>
  `${median(times).toFixed(1)} ms, at most ${Math.max(...times).toFixed(0)} ms (${times.length})`;
const print = (text: string) => process.stdout.write(`${text}\n`);

async function measure(port: number): Promise<void> {
  const tokens = await signIn(port, ['liuyang', 'zhangwei']);
  const [colleague = '', attacker = ''] = [tokens.liuyang, tokens.zhangwei];
  await measureListTimes(port, colleague, 2);
  print(`quiet: ${formatTimes(await measureListTimes(port, colleague, 4))}`);
  const json = { 'content-type': 'application/json' };
  const signedInHeaders = { ...json, 'x-access-token': attacker, 'idempotency-key': 'bench-oversized-1' };
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const attacks: [string, Omit<Attack, 'port'>][] = [
    ...Object.entries(bodies).flatMap(([name, body]): [string, Omit<Attack, 'port'>][] => [
      [`visitor, sign-in: ${name}`, { method: 'POST', path: session.login.path, headers: json, body }],
      [`visitor, no session: ${name}`, { method: 'POST', path: forms.check.path, headers: json, body }],
      [
        `signed in, an action: ${name}`,
        { method: 'POST', path: handling.handle.path, headers: signedInHeaders, body },
      ],
    ]),
    ['visitor, sign-in: a form', { method: 'POST', path: session.login.path, headers: form, body: formBody }],
  ];
  for (const [name, attackCall] of attacks) {
    const worker = new Worker(new URL(import.meta.url), {
      workerData: { port, ...attackCall } satisfies Attack,
    });
    const nextMessage = () => new Promise<unknown>((resolve) => worker.once('message', resolve));
    await nextMessage();
    const statuses = nextMessage();
    const times = await measureListTimes(port, colleague, 4);
    worker.postMessage('stop');
    print(`${name}: ${formatTimes(times)}; answers ${JSON.stringify(await statuses)}`);
  }
}

if (isMainThread) await measure(Number(process.argv[2] ?? 8080));
else await attack(workerData as Attack);
