import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createEmptyDatabase } from '#test/world/database.ts';
import { freePort } from '#test/world/free-port.ts';
import { type PortalProcess, startPortal } from '#test/world/portal-process.ts';

/** Tests the example alerts and the metrics that they use, with Prometheus itself if it is installed. */

const isInstalled = spawnSync('promtool', ['--version']).status === 0;
if (!isInstalled)
  console.warn('LEFT OUT: there is no promtool on this machine, so that no alert is read by Prometheus.');

const alerts = join(import.meta.dirname, '..', '..', 'deploy', 'alerts.yml');
const testFile = join(import.meta.dirname, 'alerts-fire.yml');

function promtool(args: readonly string[], input = ''): { code: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync('promtool', args, { input, encoding: 'utf8' });
  return { code: status, output: stdout + stderr };
}

test.runIf(isInstalled)('the alerts are valid, fire above their thresholds and not below', () => {
  expect(promtool(['check', 'rules', alerts])).toMatchObject({ code: 0 });
  const result = promtool(['test', 'rules', testFile]);
  expect(result.code, result.output).toBe(0);
});

test('every alert is tested', () => {
  const namesIn = (path: string, pattern: RegExp) =>
    [...readFileSync(path, 'utf8').matchAll(pattern)].map(([, name]) => name).sort();
  expect(namesIn(testFile, /alertname="(\w+)"/g)).toEqual(namesIn(alerts, /^ {6}- alert: (\w+)/gm));
});

const folder = mkdtempSync(join(tmpdir(), 'banjian-alerts-'));
const database = isInstalled ? await createEmptyDatabase() : undefined;
let server: PortalProcess | undefined;
afterAll(async () => {
  server?.signal('SIGKILL');
  await server?.waitForExit();
  await database?.drop();
  rmSync(folder, { recursive: true });
});

test.runIf(isInstalled)('the metrics of a running portal are valid for Prometheus', async () => {
  const port = await freePort();
  server = await startPortal({
    PORTAL_MODE: 'production',
    DATA_DIR: folder,
    DATABASE_URL: database?.url ?? '',
    METRICS_PORT: String(port),
  });
  expect(server.address, server.output()).toBeDefined();
  const metricsText = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const { output } = promtool(['check', 'metrics'], metricsText);
  // It also reports metric names of Node, which are not ours to choose.
  const found = output.split('\n').filter((line) => line !== '' && !/^nodejs_\w+ /.test(line));
  expect(found).toEqual([]);
  // The counter of an alert is reported as 0 before its first event: a counter that first appears with a
  // value is not seen as an increase.
  const zeros = metricsText.split('\n').filter((line) => line.endsWith(' 0'));
  expect(zeros).toEqual(
    expect.arrayContaining([
      'banjian_sealed_openings_total{kind="failed"} 0',
      'banjian_refusals_total{code="fault"} 0',
      'banjian_refusals_total{code="busy"} 0',
    ]),
  );
});
