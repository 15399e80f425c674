import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { StartupError } from '#server/kernel/errors/startup-error.ts';

const run = promisify(execFile);

/**
 * User of the PostgreSQL programs. PostgreSQL refuses to run as root, so root either maps itself to an
 * ordinary user in a user namespace (works in root's own home, needs no account and no chown) or uses another
 * uid.
 */
export type ServerUser =
  | { kind: 'self' }
  | { kind: 'mapped' }
  | { kind: 'uid'; name: string; uid: number; gid: number };

const mappedId = '65534';
const ordinaryAccounts = ['postgres', 'node', 'nobody'];

/** Chooses the user for a cluster in `folder`; an existing cluster keeps the kind of user that created it. */
export async function chooseServerUser(folder: string): Promise<ServerUser> {
  if (process.platform === 'win32' || process.getuid?.() !== 0) return { kind: 'self' };
  const owner = (await stat(folder)).uid;
  if (owner === 0 && (await canMapUser())) return { kind: 'mapped' };
  return ordinaryAccount(owner);
}

async function canMapUser(): Promise<boolean> {
  try {
    await run('unshare', [...mapArguments, 'true']);
    return true;
  } catch {
    return false;
  }
}

const mapArguments = ['--user', `--map-user=${mappedId}`, `--map-group=${mappedId}`];

async function ordinaryAccount(owner: number): Promise<ServerUser> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n');
  const accounts = lines.map((line) => line.split(':')).filter((fields) => fields.length >= 4);
  const account =
    owner === 0
      ? ordinaryAccounts.map((name) => accounts.find((fields) => fields[0] === name)).find(Boolean)
      : accounts.find((fields) => Number(fields[2]) === owner);
  if (!account) {
    throw new StartupError(
      'PostgreSQL 不能以 root 身份运行，本机又不允许用户命名空间，也没有 postgres、node 或 nobody 用户。请换一个普通用户启动。',
      'PostgreSQL does not run as root, user namespaces are disabled here, and there is no postgres, node or nobody account: start as an ordinary user.',
    );
  }
  return { kind: 'uid', name: account[0] ?? '', uid: Number(account[2]), gid: Number(account[3]) };
}

/** Options of a run of one PostgreSQL program. */
export interface RunOptions {
  env: NodeJS.ProcessEnv;
  cwd: string;
  /** A descriptor that the program and its children inherit. */
  inherited?: number | undefined;
}

/** Runs a PostgreSQL program as that user until it ends; if it fails, throws an error with its output. */
export async function runAs(
  user: ServerUser,
  program: string,
  args: string[],
  { env, cwd, inherited }: RunOptions,
): Promise<void> {
  const [command, parameters] =
    user.kind === 'mapped' ? ['unshare', [...mapArguments, program, ...args]] : [program, args];
  const child = spawn(command, parameters, {
    env,
    cwd,
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'pipe', ...(inherited === undefined ? [] : [inherited])],
    ...(user.kind === 'uid' ? { uid: user.uid, gid: user.gid } : {}),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const [code, signal] = await once(child, 'close');
  if (code !== 0) throw new Error(`${program} ended with ${code ?? signal}\n${output.trim()}`);
}

/** Changes the owner of a folder or file to the user of PostgreSQL. */
export async function changeOwner(user: ServerUser, path: string): Promise<void> {
  if (user.kind === 'uid') await chown(path, user.uid, user.gid);
}
