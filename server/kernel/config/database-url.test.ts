import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pgConnectionString from 'pg-connection-string';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { makeAuthority } from '#test/world/authority.ts';
import { readConfig } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'banjian-database-url-'));
afterAll(() => rmSync(folder, { recursive: true }));
const authority = makeAuthority(folder);
const ca = encodeURIComponent(authority.certificate);
writeFileSync(join(folder, 'words'), 'no certificate');
const secretPath = encodeURIComponent(join(folder, 'words'));

const read = (query: string) => {
  const { config, problems } = readConfig({
    PORTAL_MODE: 'production',
    DATABASE_URL: `postgres://banjian:geheim@10.0.0.5:5432/banjian${query}`,
  });
  return { url: config.databaseUrl ?? '', texts: problems.map(({ chinese }) => chinese) };
};

describe('the query of DATABASE_URL', () => {
  test.each([
    ['?sslMode=require', '没有参数 sslMode，是否应为 sslmode？'],
    ['?SSLMODE=verify-full', '没有参数 SSLMODE，是否应为 sslmode？'],
    ['?ssl-mode=require', '没有参数 ssl-mode，是否应为 sslmode？'],
    ['?tls=true', '没有参数 tls，是否应为 sslmode？'],
    ['?ssl=require', '没有参数 ssl，是否应为 sslmode？'],
    ['?ssl=true', '没有参数 ssl，是否应为 sslmode？'],
    ['?sslmod=verify-full', '没有参数 sslmod，是否应为 sslmode？'],
    ['?ssl_rootcert=x', '没有参数 ssl_rootcert，是否应为 sslrootcert？'],
    ['?zzzzzzzz=1', '没有参数 zzzzzzzz，可用的有 sslmode'],
    ['?sslmode=yes', 'sslmode=yes 不能使用：只能是 disable'],
    ['?sslmode=prefer', '它在对方不加密时也不加密'],
    ['?sslmode=', '参数 sslmode 没有值'],
    ['?sslmode=disable&sslmode=verify-full', '参数 sslmode 写了 2 次'],
    ['?sslmode=verify-ca', '须同时用 sslrootcert'],
    [`?sslmode=disable&sslrootcert=${ca}`, '不加密，不能与证书文件一起写'],
    ['?sslmode=verify-full&sslrootcert=system', 'sslrootcert=system 不能使用'],
    ['?sslmode=verify-full&sslrootcert=/nowhere/ca.pem', '/nowhere/ca.pem 不能读取'],
    [`?sslmode=verify-full&sslrootcert=${secretPath}`, '不是 PEM 格式的证书'],
    [`?sslmode=verify-full&sslcert=${ca}&sslkey=${secretPath}`, '不是 PEM 格式的没有密码的私钥'],
    [`?sslmode=verify-full&sslcert=${ca}`, 'sslcert 和 sslkey 必须同时写'],
    ['?host=10.0.0.6', '参数 host 只用于本机的套接字目录'],
  ])('refuses %s', (query, reason) => {
    const { texts } = read(query);
    expect(texts.join('\n')).toContain(reason);
    expect(texts.join('\n')).not.toContain('geheim');
  });

  test('reports all problems at once', () => {
    expect(read('?tls=1&sslmode=never&sslcert=/nowhere').texts).toHaveLength(4);
  });

  test.each([
    ['', undefined],
    ['?sslmode=disable', false],
    ['?sslmode=verify-full', { verified: true, hostChecked: true }],
    ['?sslmode=require', { verified: true, hostChecked: true }],
    [`?sslmode=verify-full&sslrootcert=${ca}`, { verified: true, hostChecked: true }],
    [`?sslrootcert=${ca}`, { verified: true, hostChecked: true }],
    [`?sslmode=verify-ca&sslrootcert=${ca}`, { verified: true, hostChecked: false }],
    ['?sslmode=no-verify', { verified: false, hostChecked: true }],
  ])('passes %s to the driver with the same meaning, and without a driver warning', (query, expected) => {
    const warn = vi.spyOn(process, 'emitWarning');
    const { url, texts } = read(query);
    expect(texts).toEqual([]);
    const { ssl } = pgConnectionString.parse(url) as { ssl?: boolean | Record<string, unknown> };
    const verification =
      typeof ssl === 'object'
        ? { verified: ssl.rejectUnauthorized !== false, hostChecked: ssl.checkServerIdentity === undefined }
        : ssl;
    expect(verification).toEqual(expected);
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });
});
