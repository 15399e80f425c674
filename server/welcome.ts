import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './kernel/config/config.ts';
import { listConnectedSystems } from './kernel/config/connected-systems.ts';

interface DemoAccount {
  account: string;
  password: string;
  name: string;
  roles: readonly string[];
  organisation: string;
}

const maxShown = 8;

/**
 * Prints the address of the portal and who can sign in, for the person who started it; with `--open` also
 * opens the address in the browser.
 */
export async function printWelcome(
  config: Config,
  address: string,
  shouldOpenBrowser: boolean,
): Promise<void> {
  const lines = ['', `办件通已启动  Banjian is ready:  ${address}`];
  if (config.mode === 'demo') {
    lines.push(
      ...describeSimulators(config),
      ...config.warnings.map(({ setting, chinese }) => `${setting}：${chinese}`),
    );
    lines.push(...(await describeAccounts(config)));
  }
  lines.push('', '按 Ctrl-C 停止  Ctrl-C stops it', '');
  process.stdout.write(lines.join('\n'));
  if (shouldOpenBrowser) openBrowser(address);
}

/**
 * Returns two lines that name the external systems which the demo simulates, or none if all are connected.
 */
export function describeSimulators(config: Parameters<typeof listConnectedSystems>[0]): string[] {
  const simulated = listConnectedSystems(config).filter(({ connection }) => connection === 'twin');
  if (simulated.length === 0) return [];
  return [
    `演示环境以内置模拟程序代替：${simulated.map(({ chinese }) => chinese).join('、')}。短信和消息不会真正发出，印章没有效力，缴费没有真实资金，快递不会寄送，病毒扫描只识别测试文件。`,
    `接入真实系统时设置：${simulated.map(({ setting }) => setting).join('、')}（见 docs/operator-guide.zh-CN.md）。`,
  ];
}

async function describeAccounts(config: Config): Promise<string[]> {
  const file = join(config.dataDir, 'demo-accounts.json');
  const accounts = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as DemoAccount[],
    () => [],
  );
  if (accounts.length === 0) return [];
  // One person of each role comes first, for visitors who try the portal.
  const seenRoles = new Set<string>();
  const oneOfEachRole = accounts.filter(({ roles }) => {
    const role = roles[0] ?? '';
    return !seenRoles.has(role) && seenRoles.add(role) !== undefined;
  });
  const shownAccounts = [
    ...oneOfEachRole,
    ...accounts.filter((account) => !oneOfEachRole.includes(account)),
  ].slice(0, maxShown);
  return [
    '',
    '演示账号  Demo accounts:',
    ...shownAccounts.map(
      ({ account, password, name, roles, organisation }) =>
        `  ${account.padEnd(14)} ${password}   ${name}（${organisation}，${roles.join('、')}）`,
    ),
    ...(accounts.length > shownAccounts.length
      ? [`  全部 ${accounts.length} 个账号见  all of them: ${file}`]
      : []),
    ...(config.demo.captcha ? [`  验证码固定为  captcha: ${config.demo.captcha}`] : []),
  ];
}

function openBrowser(address: string): void {
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open', address]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '', address]
        : ['xdg-open', address];
  // Without a desktop there is nothing to open; the address is printed anyway.
  spawn(command ?? '', args, { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
}
