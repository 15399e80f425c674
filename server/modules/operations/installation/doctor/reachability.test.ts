import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { prepareSchema } from '#server/database-schema.ts';
import { loadConfig } from '#server/kernel/config/config.ts';
import { connect } from '#server/kernel/database/connect.ts';
import { grantPortalRole } from '#server/kernel/database/portal-role.ts';
import { freePort } from '#test/world/free-port.ts';
import { createTwoRoles } from '#test/world/two-roles.ts';
import { openInstallationKeys } from '../service.ts';
import { checkAddresses, checkSeal } from './check-reachability.ts';
import { examineInstallation } from './examine.ts';
import type { DoctorFinding } from './finding.ts';

const folder = mkdtempSync(join(tmpdir(), 'banjian-doctor-reach-'));
afterAll(() => rmSync(folder, { recursive: true }));
const textOf = (findings: DoctorFinding[]) =>
  findings.map(({ state, chinese }) => `${state} ${chinese}`).join('\n');

describe('the doctor’s check of a database role without permissions', async () => {
  const roles = await createTwoRoles();
  const owner = await connect(roles.urlOf(roles.owner), { max: 2 });
  afterAll(async () => {
    await owner.close();
    await roles.drop();
  });
  const settings = {
    PORTAL_MODE: 'production',
    DATABASE_URL: roles.urlOf(roles.portal),
    DATA_DIR: join(folder, 'data'),
  };
  await prepareSchema(owner, undefined, async () => undefined);
  await openInstallationKeys(owner.db, loadConfig(settings), new Date());
  const examineDatabase = async (more: Record<string, string> = {}) =>
    (await examineInstallation(undefined, new Date(), { ...settings, ...more })).filter(({ check }) =>
      ['database', 'migrations', 'installation', 'passwords', 'grants'].includes(check),
    );
  const ownerSettings = { DATABASE_OWNER_URL: roles.urlOf(roles.owner) };
  const execute = async (statement: string) => {
    const client = new pg.Client(roles.urlOf(roles.owner));
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };

  test('names the missing permissions and their statements, and continues with the other checks', async () => {
    const text = textOf(await examineDatabase());
    expect(text).toContain('ok PostgreSQL');
    expect(text).toContain(`数据库角色 ${roles.portal} 缺少权限：graphile_worker（usage）`);
    expect(text).toContain(`grant usage on schema graphile_worker to ${roles.portal};`);
    expect(text).toContain('npm run migrate');
    expect(text).not.toMatch(/aborted|检查时出错/);
    // The owner's role reads the rest, and the portal's role still lacks its permissions.
    const withOwner = textOf(await examineDatabase(ownerSettings));
    expect(withOwner).toContain('ok 数据库的模式是 production');
    expect(withOwner).toContain(`fault 数据库角色 ${roles.portal} 缺少权限`);
  });

  test('names a statement that grants the missing permission', async () => {
    await grantPortalRole(owner.db, roles.portal);
    expect(textOf(await examineDatabase())).toContain(`ok 数据库角色 ${roles.portal} 的权限齐全`);
    await execute(`revoke insert on work_orders from ${roles.portal}`);
    const [found] = (await examineDatabase()).filter(({ check }) => check === 'grants');
    expect(found).toMatchObject({ state: 'fault' });
    expect(found?.chinese).toContain('public.work_orders（insert）');
    const statement = /grant insert on table [^;]+;/.exec(found?.chinese ?? '')?.[0] ?? '';
    await execute(statement);
    expect(textOf(await examineDatabase())).toContain('的权限齐全');
    await execute(`revoke select on installation from ${roles.portal}`);
    const withoutMark = textOf(await examineDatabase());
    expect(withoutMark).toContain('没有权限，这一项没有检查');
    expect(withoutMark).toContain(`grant select on table public.installation to ${roles.portal};`);
    expect(withoutMark).toContain('ok 数据库已是本版本');
  });
});

describe('the doctor’s check of the addresses', () => {
  const checkWith = (more: Record<string, string>) =>
    checkAddresses(loadConfig({ DATA_DIR: folder, PORT: '0', ...more }));

  test('accepts an address of this machine, and reports one of another', async () => {
    expect(textOf(await checkWith({}))).toContain('ok 127.0.0.1:0 可以提供服务');
    expect(textOf(await checkWith({ HOST: '192.0.2.7' }))).toContain(
      'fault 不能在 192.0.2.7:0 上提供服务（EADDRNOTAVAIL）',
    );
    expect(textOf(await checkWith({ HOST: 'no-such-host.invalid' }))).toMatch(
      /fault 不能在 no-such-host\.invalid:0/,
    );
    const metrics = await checkWith({ METRICS_PORT: '9', METRICS_HOST: '192.0.2.7' });
    expect(metrics.map(({ state }) => state)).toEqual(['ok', 'fault']);
    expect(metrics[1]?.chinese).toContain('METRICS_HOST、METRICS_PORT');
  });

  test('distinguishes a port used by the portal from one used by another program', async () => {
    const portal = createHttpServer((request, response) => {
      response.writeHead(request.url === '/healthz' ? 200 : 404).end();
    });
    const other = createServer((socket) => socket.end('220 mail\r\n'));
    for (const [server, text] of [
      [portal, 'ok .* 上已有门户在运行'],
      [other, 'warning .* 已被占用，且不像是门户'],
    ] as const) {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      expect(textOf(await checkWith({ PORT: String(port) }))).toMatch(new RegExp(text));
      server.close();
    }
  });
});

describe('the doctor’s check of the seal service', () => {
  const checkSealAt = (origin: string) =>
    checkSeal({
      documents: {
        seal: { kind: 'http', origin, path: '/seal/pdf', appId: 'a', secret: 'hush', sealId: 's' },
      },
    } as Parameters<typeof checkSeal>[0]);

  test.each([
    [200, 'ok'],
    [405, 'ok'],
    [401, 'ok'],
    [501, 'ok'],
    [503, 'warning'],
  ])('reports the answer %s as %s, and requests no seal', async (status, state) => {
    const requests: string[] = [];
    const server = createHttpServer((request, response) => {
      requests.push(`${request.method} ${request.url}`);
      response.writeHead(status).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const found = await checkSealAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.close();
    expect(found.map((finding) => finding.state)).toEqual([state]);
    expect(requests).toEqual(['HEAD /seal/pdf']);
  });

  test('names an unavailable service, without its secret', async () => {
    const address = `http://127.0.0.1:${await freePort()}`;
    const text = textOf(await checkSealAt(address));
    expect(text).toContain(`fault 电子印章服务 ${address}/seal/pdf 没有应答`);
    expect(text).toContain('ECONNREFUSED');
    expect(text).not.toContain('hush');
  });
});
