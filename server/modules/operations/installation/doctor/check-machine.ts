import { constants } from 'node:fs';
import { access, readFile, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { findOpenFonts } from '#server/adapters/typesetting/fonts.ts';
import type { Config } from '#server/kernel/config/config.ts';
import { keyFolder, keyNames } from '#server/kernel/crypto/key-files.ts';
import {
  findUnfinishedRestore,
  foldersOf,
  incomingFolderOf,
  isOpenToOthers,
} from '#server/kernel/folders/data-folder.ts';
import { reasonOfDisk } from '#server/kernel/folders/folder.ts';
import { type DoctorFinding, findingsOf } from './finding.ts';

/**
 * State of the web app's build, which the scripts determine before they start the doctor; undefined if it
 * runs without them.
 */
export type WebBuild = 'current' | 'stale' | 'missing' | undefined;

const root = join(import.meta.dirname, '..', '..', '..', '..', '..');
const gigabyte = 1024 ** 3;
/** Limits of free space, in gigabytes: a busy office needs about the first in a day, and about the second in a week. */
const diskLimits = { fault: 1, warning: 5 };

/** Compares the running version of Node with the one that the project is tested on. */
export async function checkNode(): Promise<DoctorFinding[]> {
  const { ok, warning, fault: problem } = findingsOf('node');
  const { devDependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    devDependencies: { node: string };
  };
  const [running, required] = [process.versions.node, devDependencies.node];
  const major = (version: string) => Number(version.split('.')[0]);
  if (major(running) < major(required))
    return [
      problem(
        `Node ${running} 过旧，需要 ${required}：请用 npm start 启动，或改用 dist/node/bin/node（npm run build 之后）。`,
        `Node ${running} is too old, ${required} is needed: start by npm start, or by dist/node/bin/node (after npm run build).`,
      ),
    ];
  return running === required
    ? [ok(`Node ${running}`, `Node ${running}`)]
    : [
        warning(
          `Node ${running} 不是测试所用的 ${required}，建议改用 dist/node/bin/node。`,
          `Node ${running} is not the ${required} that all is tested on: better start by dist/node/bin/node.`,
        ),
      ];
}

/** Checks that the web app is built from these sources. */
export async function checkWeb(build: WebBuild): Promise<DoctorFinding[]> {
  const { ok, warning, fault: problem } = findingsOf('web');
  const isBuilt = build !== 'missing' && (await exists(join(root, 'dist', 'web', 'index.html')));
  if (!isBuilt)
    return [problem('网页尚未构建：请执行 npm run build。', 'The web app is not built: run npm run build.')];
  return build === 'stale'
    ? [
        warning(
          '网页是旧版源码构建的：请执行 npm run build（npm start 会自动重新构建）。',
          'The web app was built of older sources: run npm run build (npm start does it by itself).',
        ),
      ]
    : [ok('网页已构建', 'The web app is built')];
}

export async function checkFonts({ documents }: Pick<Config, 'documents'>): Promise<DoctorFinding[]> {
  const { ok, fault: problem } = findingsOf('fonts');
  const missing = findOpenFonts().flatMap(({ name, path }) => (path === undefined ? [name] : []));
  if (missing.length > 0)
    return [
      problem(
        `缺少内置字体 ${missing.join('、')}：请执行 npm ci 和 npm run build。`,
        `Fonts are missing: ${missing.join(', ')}. Run npm ci and npm run build.`,
      ),
    ];
  const missingFonts: string[] = [];
  for (const path of documents.fonts) if (!(await exists(path))) missingFonts.push(path);
  if (missingFonts.length > 0)
    return [
      problem(
        `单位字体 ${missingFonts.join('、')} 缺失，文书将改用其他字体：请检查 PAPER_FONTS_DIR 和挂载。`,
        `Fonts of the office are missing, so that documents use other fonts: ${missingFonts.join(', ')}. Check PAPER_FONTS_DIR and the mounts.`,
      ),
    ];
  const ownCount = documents.fonts.length;
  return ownCount > 0
    ? [
        ok(
          `字体：单位字体 ${ownCount} 个，内置字体齐全`,
          `Fonts: ${ownCount} of the office, the built-in ones are there`,
        ),
      ]
    : [
        ok(
          '字体：内置字体齐全（没有设置 PAPER_FONTS_DIR，文书用思源字体代替公文字体）',
          'Fonts: the built-in ones are there (without PAPER_FONTS_DIR they replace the fonts of official documents)',
        ),
      ];
}

/** Checks that the current user can write to the folders, and that only the owner can read the keys. */
export async function checkFolders(config: Pick<Config, 'dataDir' | 'auditDir'>): Promise<DoctorFinding[]> {
  const { ok, warning, fault: problem } = findingsOf('folders');
  const findings: DoctorFinding[] = [];
  const folders = [config.dataDir, config.auditDir];
  for (const folder of [join(config.dataDir, 'files'), incomingFolderOf(config.dataDir)])
    if (await exists(folder)) folders.push(folder);
  for (const folder of new Set(folders)) {
    const existing = await nearestFolder(folder);
    const refused = await access(existing, constants.W_OK | constants.X_OK).then(
      () => undefined,
      (error: NodeJS.ErrnoException) => error.code ?? String(error),
    );
    if (refused !== undefined) {
      const [chinese, english] = reasonOfDisk(refused) ?? [refused, refused];
      findings.push(
        problem(
          `不能写入 ${existing}（${refused}）：${chinese}。请修改属主、权限或挂载，或改设 DATA_DIR、AUDIT_DIR。`,
          `${existing} cannot be written (${refused}): ${english}. Change its owner, permissions or mount, or set DATA_DIR, AUDIT_DIR.`,
        ),
      );
    } else
      findings.push(
        existing === folder
          ? ok(`目录 ${folder} 可写`, `${folder} can be written`)
          : ok(`目录 ${folder} 尚无，用到时建立`, `${folder} is made when it is needed`),
      );
  }
  const unfinished = await findUnfinishedRestore(config.dataDir);
  if (unfinished) findings.push(problem(unfinished.chinese, unfinished.english));
  if (process.platform === 'win32') return findings;
  const { configured, created } = foldersOf(config);
  for (const folder of [...configured, ...created]) {
    if (await isOpenToOthers(folder))
      findings.push(
        warning(
          `目录 ${folder} 他人可以进入或查看：请执行 chmod 700。`,
          `Others may look into ${folder}: chmod it to 700.`,
        ),
      );
  }
  for (const name of keyNames) {
    const path = join(keyFolder(config), name);
    const mode = await stat(path).then(
      (status) => status.mode & 0o077,
      () => 0,
    );
    if (mode !== 0)
      findings.push(
        warning(
          `密钥文件 ${path} 他人可读：请执行 chmod 600。`,
          `Others may read the key file ${path}: chmod it to 600.`,
        ),
      );
  }
  return findings;
}

export async function checkDisk(config: Pick<Config, 'dataDir' | 'auditDir'>): Promise<DoctorFinding[]> {
  const findings: DoctorFinding[] = [];
  const knownDevices = new Set<number>();
  for (const folder of [config.dataDir, join(config.dataDir, 'files'), config.auditDir]) {
    const existing = await nearestFolder(folder);
    const { dev } = await stat(existing);
    if (knownDevices.has(dev)) continue;
    knownDevices.add(dev);
    const { bavail, bsize } = await statfs(existing);
    findings.push(findingOfDisk(folder, (bavail * bsize) / gigabyte));
  }
  return findings;
}

/** Returns the finding for this much free disk space, in gigabytes. */
export function findingOfDisk(folder: string, free: number): DoctorFinding {
  const { ok, warning, fault: problem } = findingsOf('disk');
  const freeText = free.toFixed(1);
  const [chinese, english] = [
    `${folder} 所在磁盘还剩 ${freeText} GB`,
    `${freeText} GB are left on the disk of ${folder}`,
  ];
  if (free >= diskLimits.warning) return ok(chinese, english);
  const state = free < diskLimits.fault ? problem : warning;
  return state(`${chinese}：请清理或扩容。`, `${english}: make room or a larger disk.`);
}

/** Returns the folder, or its nearest parent that exists. */
async function nearestFolder(folder: string): Promise<string> {
  let ancestor = folder;
  while (!(await exists(ancestor)) && dirname(ancestor) !== ancestor) ancestor = dirname(ancestor);
  return ancestor;
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
