import { readFile } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import type { CallRecord } from '#server/kernel/http/call-record.ts';
import { addPeople, testPortal } from '#test/world/portal.ts';
import { createFiguresReader } from '../figures.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { startMetricsServer } from './metrics-server.ts';

let metrics: Metrics | undefined;
const portal = await testPortal({ callWatchers: [(record: CallRecord) => metrics?.recordCall(record)] });
await addPeople(portal, [{ account: 'zhang', name: '张伟' }]);
const { context, database, hub } = portal;
metrics = createMetrics({
  context,
  hub,
  pool: database.pool,
  figures: createFiguresReader(context, { maxAgeMs: 0, timeoutMs: 4_000 }),
});
const server = await startMetricsServer({ host: '127.0.0.1', port: 0 }, metrics, context.log);
afterAll(() => server.stop());

const request = (path: string, method = 'GET') =>
  new Promise<{ status: number; type: string; body: string }>((resolve, reject) => {
    get({ host: '127.0.0.1', port: server.port, path, method }, async (answer) => {
      const type = String(answer.headers['content-type']);
      resolve({ status: answer.statusCode ?? 0, type, body: await text(answer) });
    }).on('error', reject);
  });
const scrape = async () => (await request('/metrics')).body;
/** Returns the value of one line, with labels in any order. */
const sampleOf = (body: string, name: string, ...labels: string[]) =>
  body
    .split('\n')
    .filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
    .filter((line) => labels.every((label) => line.includes(label)))
    .map((line) => Number(line.split(' ').at(-1)))[0];

describe('the metrics', () => {
  test('are text in the Prometheus format, each sample with a type', async () => {
    const { status, type, body } = await request('/metrics');
    expect([status, type]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    const typed = new Set(
      [...body.matchAll(/^# TYPE (\S+) (counter|gauge|histogram|summary)$/gm)].map(([, name]) => name),
    );
    for (const line of body.split('\n').filter((text) => text !== '' && !text.startsWith('#'))) {
      const match = /^([a-z_0-9]+)(\{(?:[a-z_]+="[^"\n]*",?)+\})? (-?[\d.e+-]+|NaN|[+-]?Inf)$/i.exec(line);
      const name = match?.[1] ?? line;
      expect({ line, typed: typed.has(name) || typed.has(name.replace(/_(bucket|sum|count)$/, '')) }).toEqual(
        { line, typed: true },
      );
    }
  });

  test('are served only at one path of their own port', async () => {
    expect((await request('/')).status).toBe(404);
    expect((await request('/metrics', 'POST')).status).toBe(404);
    expect((await portal.call('/metrics')).status).toBe(404);
  });

  test('count calls by pattern, refusals by code and decryptions by kind, without a number or a name', async () => {
    const token = await portal.signIn('zhang');
    await portal.call('/api/work-orders/WO-330127-77/page', { token });
    await portal.call('/api/work-orders/WO-330127-78/page', { token });
    context.crypto.open(context.crypto.seal('x'), 'applicant');
    expect(() => context.crypto.open('v1:none:a:b')).toThrow();
    metrics?.recordJob({ task: 'message.deliver', ms: 30, isDone: false });
    const body = await scrape();
    const call = 'call="/api/work-orders/:workorderCode/page"';
    expect(sampleOf(body, 'banjian_http_requests_total', call, 'status="4xx"')).toBe(2);
    expect(sampleOf(body, 'banjian_http_request_duration_seconds_count', call)).toBe(2);
    expect(sampleOf(body, 'banjian_refusals_total', 'code="badInput"')).toBe(2);
    expect(sampleOf(body, 'banjian_sealed_openings_total', 'kind="applicant"')).toBe(1);
    expect(sampleOf(body, 'banjian_sealed_openings_total', 'kind="failed"')).toBe(1);
    expect(
      sampleOf(body, 'banjian_job_duration_seconds_count', 'task="message.deliver"', 'outcome="failed"'),
    ).toBe(1);
    expect(body).not.toMatch(/WO-330127|张伟|zhang/);
  });

  test('show the age of the queue and the number of sessions', async () => {
    const before = new Date(context.now().getTime() - 90_000);
    await database.pool.query(
      `insert into outbound_messages (id, cause, channel, event, content, receiver_name, receiver_sealed, state, due_at, created_at)
       select gen_random_uuid(), 'test:' || state, '10', 'test', 'x', 'y', 'z', state, $1, $1
       from unnest(array['waiting', 'dead']) state`,
      [before],
    );
    await database.pool.query("select graphile_worker.add_job('message.deliver')");
    const body = await scrape();
    expect(sampleOf(body, 'banjian_outbound_messages_oldest_seconds', 'channel="10"')).toBe(90);
    expect(sampleOf(body, 'banjian_outbound_messages_waiting', 'channel="10"')).toBe(1);
    expect(sampleOf(body, 'banjian_outbound_messages_dead', 'channel="10"')).toBe(1);
    expect(sampleOf(body, 'banjian_jobs_waiting', 'task="message.deliver"')).toBe(1);
    expect(sampleOf(body, 'banjian_sessions')).toBe(1);
    expect(sampleOf(body, 'banjian_database_up')).toBe(1);
    expect(sampleOf(body, 'banjian_database_size_bytes')).toBeGreaterThan(1e6);
    expect(sampleOf(body, 'banjian_disk_free_bytes', 'folder="data"')).toBeGreaterThan(1e6);
    expect(body).toMatch(/banjian_info\{version="\d.+mode="demo"\} 1/);
  });
});

describe('the figures of the database', () => {
  test('are read once within fifteen seconds for all callers', async () => {
    let reads = 0;
    const read = async () => {
      reads += 1;
      return await Promise.reject(new Error('away'));
    };
    const figures = createFiguresReader(context, { maxAgeMs: 15_000, timeoutMs: 1_000 }, read);
    await Promise.all([figures.read(), figures.read()]);
    expect(await figures.read()).toEqual({ figures: undefined, isUp: false, readAt: undefined });
    expect(reads).toBe(1);
  });

  test('time out at the limit, and the last ones are retained', async () => {
    const complete = await createFiguresReader(context).read();
    let answer = async () => complete.figures as NonNullable<typeof complete.figures>;
    const figures = createFiguresReader(context, { maxAgeMs: 0, timeoutMs: 50 }, () => answer());
    expect((await figures.read()).isUp).toBe(true);
    answer = () => new Promise(() => undefined);
    const hangingMetrics = createMetrics({ context, hub, pool: database.pool, figures });
    const body = await hangingMetrics.write();
    expect(sampleOf(body, 'banjian_database_up')).toBe(0);
    expect(sampleOf(body, 'banjian_database_size_bytes')).toBe(complete.figures?.bytes);
  });
});

describe('the alerts of the guide', async () => {
  const rules = await readFile(join(import.meta.dirname, '../../../../../deploy/alerts.yml'), 'utf8');

  test('each have a condition, a severity and a description', () => {
    const alerts = rules.split(/^ {6}- alert: /m).slice(1);
    expect(alerts.length).toBeGreaterThan(15);
    for (const alert of alerts)
      expect(alert).toMatch(
        /^Banjian\w+\n {8}expr: .+\n( {8}for: \d+m\n)? {8}labels: \{ severity: (warning|critical) \}\n {8}annotations:\n {10}summary: .+\n {10}description: .+\n/,
      );
    expect(new Set(alerts.map((alert) => alert.split('\n')[0])).size).toBe(alerts.length);
  });

  test('use only existing metrics', async () => {
    const received = new Set([...(await scrape()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
    const metricNames = [...rules.matchAll(/^ {8}expr: (.+)$/gm)].flatMap(([, expression = '']) =>
      [...expression.matchAll(/\b((?:banjian|nodejs|process)_\w+)/g)].map(([, name = '']) => name),
    );
    expect(metricNames.length).toBeGreaterThan(15);
    expect(
      metricNames
        .map((name) => name.replace(/_(bucket|sum|count)$/, ''))
        .filter((name) => !received.has(name)),
    ).toEqual([]);
  });
});
