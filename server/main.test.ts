import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { startPortal } from '#test/world/portal-process.ts';

const folder = await mkdtemp(join(tmpdir(), 'banjian-start-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Starts the portal like `npm start` and waits for it to fail. */
async function start(settings: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const portal = await startPortal({ DATA_DIR: join(folder, 'data'), ...settings });
  return { code: await portal.stop(), output: portal.output() };
}

describe('a start that cannot succeed', () => {
  test('names every bad setting', async () => {
    const { code, output } = await start({ PORT: 'abc', PORTAL_MODE: 'test' });
    expect(code).toBe(1);
    expect(output).toContain('PORT：必须是整数');
    expect(output).toContain('PORTAL_MODE：只能是 demo 或 production');
    expect(output).not.toContain('at ');
  });

  test('says what production lacks, and what to write', async () => {
    const { code, output } = await start({ PORTAL_MODE: 'production', PORTAL_ORIGIN: '' });
    expect(code).toBe(1);
    expect(output).toContain('PORTAL_ORIGIN：正式运行时不能缺少。请设为用户访问本系统的地址');
    expect(output).toContain('PORTAL_ORIGIN is needed in production');
    expect(output.split('\n')).toHaveLength(5);
  });

  test('says that the port is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    const { code, output } = await start({ PORT: String(port) });
    other.close();
    expect(code).toBe(1);
    expect(output).toBe(
      `端口 ${port} 已被其他程序占用，请用 PORT 指定另一个端口。\nPort ${port} is taken: name another one in PORT.\n`,
    );
  });

  test('says that the port of the metrics is taken, before anything is made', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    const DATA_DIR = join(folder, 'no-metrics');
    const { code, output } = await start({ PORT: '0', METRICS_PORT: String(port), DATA_DIR });
    other.close();
    expect(code).toBe(1);
    expect(output).toBe(
      `不能在 127.0.0.1:${port} 上提供监控指标（EADDRINUSE），请检查 METRICS_HOST 和 METRICS_PORT。\nMetrics cannot be served on 127.0.0.1:${port} (EADDRINUSE): check METRICS_HOST and METRICS_PORT.\n`,
    );
    expect(existsSync(join(DATA_DIR, 'postgres'))).toBe(false);
  });

  test('says that the data directory cannot be written', async () => {
    await writeFile(join(folder, 'file'), '');
    const { code, output } = await start({ DATA_DIR: join(folder, 'file', 'data'), PORT: '0' });
    expect(code).toBe(1);
    expect(output).toMatch(/数据目录 .* 不可用/);
  });

  test('says that the database cannot be reached, without its password', async () => {
    const { code, output } = await start({ DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/x', PORT: '0' });
    expect(code).toBe(1);
    expect(output).toContain('无法连接数据库 me@127.0.0.1:1/x');
    expect(output).not.toContain('secret');
  });
});

test('a demo prints its address before the systems that it simulates, and no log line', async () => {
  const { code, output } = await start({ DATA_DIR: join(folder, 'demo'), PORTAL_DEMO_ORDERS: '60' });
  expect(code).toBe(0);
  // Tests of calls run before the web app is built, which is logged.
  const logLines = output
    .split('\n')
    .filter((line) => line.startsWith('{') && !line.includes('The web app is not built'));
  expect(logLines).toEqual([]);
  expect(output.indexOf('办件通已启动')).toBeGreaterThan(-1);
  expect(output.indexOf('内置模拟程序')).toBeGreaterThan(output.indexOf('办件通已启动'));
});
