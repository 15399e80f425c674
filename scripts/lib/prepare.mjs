import { spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { readRegistrySettings, runNpm } from './npm.mjs';
import { findOmittedPackages } from './omitted-packages.mjs';
import { builtNode, hashOf, inProject, installedNode, nodePath, UserError } from './project.mjs';
import { ensureRareFonts } from './rare-fonts.mjs';
import { checkRegistry } from './registry.mjs';
import { runNode } from './run-node.mjs';

const installStamp = inProject('node_modules', '.banjian-installed');
const webStamp = inProject('dist', 'web.stamp');
const webSources = [
  'web',
  'contract',
  'domain',
  'docs/user-guide.zh-CN.md',
  'docs/operator-guide.zh-CN.md',
  'docs/images',
  'package-lock.json',
];

/**
 * Installs the packages if they are missing or the lock file has changed, and unpacks the font for rare
 * characters.
 */
export async function ensureInstalled() {
  const stamp = hashOf(['package-lock.json']);
  const isNew = readStamp(installStamp) !== stamp;
  if (isNew && !isInstalledByNpm()) await install();
  ensureNode();
  if (isNew && findOmittedPackages().length > 0) await installOmitted();
  // The operator's account may own no files here: then the packages were installed by another account, and
  // stay.
  if (isNew && isWritable(inProject('node_modules'))) writeStamp(installStamp, stamp);
  if (isWritable(inProject())) await ensureRareFonts();
}

function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns whether the packages match the lock file: `missing`, `stale`, `partial` or `current`; changes nothing. */
export function findInstallState() {
  if (!existsSync(inProject('node_modules'))) return 'missing';
  if (readStamp(installStamp) === hashOf(['package-lock.json'])) return 'current';
  if (!isInstalledByNpm()) return 'stale';
  return findOmittedPackages().length > 0 ? 'partial' : 'current';
}

/** Returns whether the web app is built from these sources: `missing`, `stale` or `current`; changes nothing. */
export function findWebBuildState() {
  if (!existsSync(inProject('dist', 'web', 'index.html'))) return 'missing';
  return readStamp(webStamp) === hashOf(webSources) ? 'current' : 'stale';
}

/**
 * Checks whether npm's record is newer than the lock file: npm writes it last, so then that lock file is
 * completely installed.
 */
function isInstalledByNpm() {
  const record = inProject('node_modules', '.package-lock.json');
  return (
    readStamp(installStamp) === undefined &&
    existsSync(record) &&
    statSync(record).mtimeMs >= statSync(inProject('package-lock.json')).mtimeMs
  );
}

async function install() {
  await checkRegistry(readRegistrySettings(process.execPath));
  console.log(
    '正在安装依赖，首次需要几分钟和约 1.3 GB 磁盘…… Installing packages: some minutes and 1.3 GB the first time…',
  );
  await runNpm(process.execPath, ['ci']);
}

/**
 * Installs the omitted packages with the pinned Node, because no package needs a newer one; changes neither
 * package.json nor the lock file.
 */
async function installOmitted() {
  console.log('正在补装本机 Node 过旧时 npm 略去的依赖…… Adding what npm leaves out on an old Node…');
  await runNpm(nodePath(), ['install', '--no-save']);
}

/**
 * Fetches the program of the package `node` if its install script did not run because of `ignore-scripts` or
 * npm's allow list.
 */
function ensureNode() {
  if (existsSync(nodePath())) return;
  spawnSync(process.execPath, ['installArchSpecificPackage.js'], {
    cwd: inProject('node_modules', 'node'),
    stdio: 'inherit',
  });
  if (existsSync(nodePath())) return;
  throw new UserError(
    `未安装 Node 24（${nodePath()}），请删除 node_modules 后重试，且不要使用 --ignore-scripts。`,
    'Node 24 was not installed: delete node_modules and try again, without --ignore-scripts.',
  );
}

/** Builds the web app if any of its sources has changed since the last build. */
export async function ensureWeb() {
  const stamp = hashOf(webSources);
  if (readStamp(webStamp) === stamp && existsSync(inProject('dist', 'web'))) return;
  const vite = inProject('node_modules', 'vite', 'bin', 'vite.js');
  if (!existsSync(vite)) {
    throw new UserError(
      '网页尚未按当前版本的源码构建，且只安装了运行所需的依赖：请先执行 npm ci --include=dev，再执行 npm run build。',
      'The web app is not built from these sources, and only the runtime packages are installed: run npm ci --include=dev, then npm run build.',
    );
  }
  console.log('正在构建网页…… Building the web app…');
  const code = await runNode([
    vite,
    'build',
    '--config',
    inProject('web', 'vite.config.ts'),
    '--logLevel',
    'warn',
  ]);
  if (code !== 0)
    throw new UserError('网页构建失败，原因见上。', 'The web app could not be built; the reason is above.');
  writeStamp(webStamp, stamp);
}

export const fontPackages = 'node_modules/@expo-google-fonts';
/** Returns the files of the open fonts used in documents, each as its path within those packages. */
export const openFonts = () =>
  JSON.parse(readFileSync(inProject('server', 'adapters', 'typesetting', 'open-fonts.json'), 'utf8'));

/** Copies into `dist` what an installation needs from the packages that `npm run trim` removes. */
export function copyRuntimeFiles() {
  // If the packages are already removed, the copies of the earlier build stay.
  if (existsSync(installedNode)) replaceFile(installedNode, builtNode);
  for (const parts of openFonts()) {
    const font = inProject(fontPackages, ...parts);
    if (existsSync(font)) replaceFile(font, inProject('dist', 'fonts', parts.at(-1)));
  }
}

/** Writes a new file and then moves it over the old one: a server that uses the old file can continue. */
function replaceFile(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, `${to}.new`);
  rmSync(to, { force: true });
  renameSync(`${to}.new`, to);
}

function readStamp(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

function writeStamp(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
