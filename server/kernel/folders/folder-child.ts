import {
  lstatSync,
  mkdirSync,
  realpathSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Checks one folder for `ensureFolder`, in a process that may hang with its disk; prints an empty line when it
 * begins, and the refusal as JSON.
 */

/** Virtual folders of the kernel, which store nothing. Shared memory is not among them. */
const kernelFolders = ['/proc', '/sys', '/dev'];
const sharedMemory = '/dev/shm';

const [, , path = ''] = process.argv;
const createdFolders: string[] = [];
print('\n');
try {
  make(path);
  const probe = join(path, `.write-probe-${process.pid}`);
  writeFileSync(probe, '', { flag: 'wx' });
  rmSync(probe);
} catch (error) {
  for (const folder of createdFolders.toReversed()) remove(folder);
  const { code = String(error), path: refusedPath = path } = error as NodeJS.ErrnoException;
  print(JSON.stringify({ code, path: refusedPath }));
}

/** Writes to the calling process, and ends quietly if that has ended because of another folder. */
function print(text: string): void {
  try {
    writeSync(process.stdout.fd, text);
  } catch {
    process.exit(1);
  }
}

/**
 * Creates folders one by one. NOTE: Node's own `recursive` never returns if a file system allows no folders
 * and reports the parent as missing, as /proc does.
 */
function make(folder: string): void {
  const entry = lstatSync(folder, { throwIfNoEntry: false });
  if (!entry) {
    if (dirname(folder) === folder) throw refusal('ENOENT', folder);
    make(dirname(folder));
    refuseOfKernel(folder);
    mkdirSync(folder, { mode: 0o700 });
    createdFolders.push(folder);
    return;
  }
  const found = statSync(folder, { throwIfNoEntry: false });
  if (!found) throw refusal('DANGLING', folder);
  if (!found.isDirectory()) throw refusal('ENOTDIR', folder);
  if (folder === path) refuseOfKernel(folder);
}

function refuseOfKernel(folder: string): void {
  const exists = lstatSync(folder, { throwIfNoEntry: false }) !== undefined;
  const real = realpathSync(exists ? folder : dirname(folder));
  const isWithin = (outer: string) => real === outer || real.startsWith(`${outer}/`);
  if (kernelFolders.some(isWithin) && !isWithin(sharedMemory)) throw refusal('KERNEL', folder);
}

function remove(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Another process has created a file there meanwhile.
  }
}

function refusal(code: string, refusedPath: string): Error {
  return Object.assign(new Error(code), { code, path: refusedPath });
}
