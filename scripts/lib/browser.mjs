import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { inProject, nodePath, UserError } from './project.mjs';

const commands = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'microsoft-edge'];

const knownPaths = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: ['ProgramFiles', 'ProgramFiles(x86)', 'LocalAppData'].flatMap((name) => [
    join(process.env[name] ?? 'C:\\', 'Google', 'Chrome', 'Application', 'chrome.exe'),
    join(process.env[name] ?? 'C:\\', 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
  ]),
};

/**
 * Finds the browser for the journeys: BROWSER_PATH, an installed one, one that Playwright downloads, or, for
 * root on Debian, one from apt with a Chinese font. Without a browser the tests fail and say so.
 */
export function ensureBrowser() {
  const configuredPath = process.env.BROWSER_PATH;
  if (configuredPath) {
    if (existsSync(configuredPath)) return configuredPath;
    throw new UserError(
      `BROWSER_PATH 指的文件不存在：${configuredPath}`,
      `The file in BROWSER_PATH does not exist: ${configuredPath}`,
    );
  }
  const found = findInstalled() ?? fetchByPlaywright() ?? installByApt();
  if (found) return found;
  throw new UserError(
    '没有可用于测试的浏览器。请安装 Chrome、Chromium 或 Edge，或用 BROWSER_PATH 指定浏览器程序。',
    'No browser for tests was found: install Chrome, Chromium or Edge, or set BROWSER_PATH to the program.',
  );
}

/** Searches the folders in which each system keeps its browsers; `search` and `exists` are for tests. */
export function findInstalled(
  platform = process.platform,
  search = process.env.PATH ?? '',
  exists = existsSync,
) {
  const onPath = search.split(delimiter).flatMap((folder) => commands.map((name) => join(folder, name)));
  const places = knownPaths[platform] ?? onPath;
  return places.find((place) => exists(place));
}

function fetchByPlaywright() {
  console.log(
    '本机没有浏览器，尝试由 Playwright 下载…… No browser is installed: downloading one with Playwright…',
  );
  const cli = inProject('node_modules', '@playwright', 'test', 'cli.js');
  // In a closed network the request may hang instead of failing.
  const installResult = spawnSync(nodePath(), [cli, 'install', 'chromium'], {
    stdio: 'inherit',
    timeout: 300_000,
  });
  if (installResult.status !== 0) return undefined;
  const program = "import('playwright-core').then((found) => console.log(found.chromium.executablePath()))";
  const result = spawnSync(nodePath(), ['--input-type=module', '-e', program], {
    cwd: inProject(),
    encoding: 'utf8',
  });
  const path = result.stdout.trim();
  return path && existsSync(path) ? path : undefined;
}

function installByApt() {
  if (!isDebianRoot()) return undefined;
  installPackages('chromium', 'fonts-noto-cjk');
  return findInstalled();
}

/**
 * Ensures that signatures of PDFs can be checked by programs that did not write them: pdfsig of poppler, and
 * openssl.
 */
export function ensureSignatureCheckers() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const isInstalled = (program) => folders.some((folder) => existsSync(join(folder, program)));
  const programs = ['pdfsig', 'pdffonts', 'openssl'];
  if (programs.every(isInstalled)) return;
  if (isDebianRoot()) installPackages('poppler-utils', 'openssl');
  if (programs.every(isInstalled)) return;
  throw new UserError(
    '缺少核验 PDF 签名的程序：请安装 poppler-utils（pdfsig）和 openssl。',
    'The programs that check PDF signatures are missing: install poppler-utils (pdfsig) and openssl.',
  );
}

export function isDebianRoot() {
  return process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/etc/debian_version');
}

/** Installs Debian packages by apt; the caller checks whether it helped. */
export function installPackages(...packages) {
  console.log(`尝试用 apt 安装 ${packages.join('、')}…… Installing by apt…`);
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  spawnSync('apt-get', ['update'], options);
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...packages], options);
}
