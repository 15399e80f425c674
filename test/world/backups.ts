import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from '#server/modules/operations/backup/manifest.ts';
import { startPortal } from './portal-process.ts';

/** Runs one of the commands to its end. */
export async function runCommand(script: string, args: readonly string[], settings: Record<string, string>) {
  const child = await startPortal(settings, [script, ...args]);
  return { code: await child.waitForExit(), output: child.output() };
}
/** Returns the names of everything that looks like a backup, complete or not, the oldest first. */
export const listBackupNames = (folder: string) =>
  readdirSync(folder)
    .filter((name) => !/^files(-|$)/.test(name))
    .sort();

export const manifestOf = (folder: string, name: string) =>
  JSON.parse(readFileSync(join(folder, name, 'manifest.json'), 'utf8')) as Manifest;

/** Returns the digests of the contents of the pool. */
export const contentsOf = (folder: string) =>
  readdirSync(join(folder, 'files'), { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map(({ name }) => name);

/** Changes one byte in the middle of a file. */
export const changeByte = (path: string) => {
  const bytes = readFileSync(path);
  const middle = bytes.length >> 1;
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  rmSync(path);
  writeFileSync(path, bytes);
};
