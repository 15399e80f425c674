import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isFor, thisSystem } from './omitted-packages.mjs';
import { inProject, UserError } from './project.mjs';
import { readRegistry } from './registry.mjs';

const progressEveryMs = 10_000;

/** Runs npm with that Node to install packages, and prints the progress until it ends. */
export async function runNpm(node, command) {
  // Errors are printed even with `npm --silent`: otherwise a failing install would not show its cause.
  // Warnings are not: nearly all concern the Node version, and the portal runs on the pinned Node. Packages
  // for building are installed too, even if the environment says production.
  const flags = ['--include=dev', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];
  const { program, args, options } = npmCall(node, [...command, ...flags]);
  const stop = printProgress();
  const status = await new Promise((resolve) => {
    const npm = spawn(program, args, { ...options, stdio: 'inherit' });
    npm.on('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    npm.on('close', resolve);
  });
  stop();
  if (status !== 0) {
    throw new UserError(
      '依赖安装失败，原因见上：多为网络或 npm 源的问题（npm config get registry），改正后重试。',
      'The packages could not be installed; the reason is above, usually the network or the npm registry.',
    );
  }
}

/** Reads from npm the registry, the proxy and whether it installs from its cache. */
export function readRegistrySettings(node) {
  const names = ['registry', 'proxy', 'https-proxy', 'offline', 'prefer-offline'];
  const { program, args, options } = npmCall(node, ['config', 'get', ...names]);
  const result = spawnSync(program, args, { ...options, encoding: 'utf8' });
  if (result.status === 0) return readRegistry(result.stdout);
  throw new UserError(
    `npm 不能执行，请先安装 npm 或检查其配置：${result.error?.message ?? result.stderr}`,
    'npm cannot be run: install it, or check its configuration.',
  );
}

/**
 * Returns npm's list of all packages as CycloneDX, from the lock file alone. Ignores peer dependencies: npm
 * lists nothing if two of them conflict.
 */
export function readPackageList(node) {
  const format = ['--sbom-format=cyclonedx', '--package-lock-only', '--offline', '--legacy-peer-deps'];
  const command = ['sbom', ...format];
  const { program, args, options } = npmCall(node, command);
  const result = spawnSync(program, args, { ...options, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return result.status === 0 ? JSON.parse(result.stdout) : undefined;
}

/**
 * Returns how to call npm with that Node: if npm runs this script, the npm in `npm_execpath`; otherwise the
 * one on the PATH.
 */
function npmCall(node, args) {
  const npm = process.env.npm_execpath?.endsWith('.js') ? process.env.npm_execpath : undefined;
  // The program `npm` searches for its Node on the PATH. Deprecation warnings of an old npm with a new
  // Node do not concern the user.
  const env = { ...process.env, NODE_NO_WARNINGS: '1' };
  const isWindows = process.platform === 'win32';
  if (!isWindows) env.PATH = `${dirname(node)}:${env.PATH}`;
  const options = { cwd: inProject(), env };
  return npm
    ? { program: node, args: [npm, ...args], options }
    : { program: 'npm', args, options: { ...options, shell: isWindows } };
}

function printProgress() {
  const { packages } = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8'));
  const startedAt = Date.now();
  const timer = setInterval(() => {
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    const exists = (path) => existsSync(inProject(path, 'package.json'));
    console.log(describeProgress(seconds, countInstalled(packages, thisSystem(), exists)));
  }, progressEveryMs);
  return () => clearInterval(timer);
}

export function describeProgress(seconds, { done, all }) {
  return `  已用 ${seconds} 秒，已装 ${done} / ${all} 个包  ${seconds} s, ${done} of ${all} packages`;
}

/** Counts the packages of the lock file that are for this system, and how many of them are installed. */
export function countInstalled(packages, system, exists) {
  const required = Object.entries(packages).filter(
    ([path, entry]) => path.startsWith('node_modules/') && isFor(entry, system),
  );
  return { done: required.filter(([path]) => exists(path)).length, all: required.length };
}
