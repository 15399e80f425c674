import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, posix, relative, sep } from 'node:path';
import { inProject, UserError } from './project.mjs';

/**
 * Returns the names of the type checks that a change reaches. `records` has the files that each check read last, by its
 * name; a check that has no record yet is reached. A new file belongs to the checks that read another file of its folder,
 * to all of them where no check does. Settings of the compiler and other packages reach all.
 */
export function typesReachedBy(changed, records) {
  const checks = Object.entries(records).map(([name, files]) => ({
    name,
    files: files && new Set(files),
    folders: new Set(files?.map((file) => posix.dirname(file))),
  }));
  const reached = new Set(checks.filter(({ files }) => files === undefined).map(({ name }) => name));
  const typed = changed.filter((file) => /\.[mc]?tsx?$/.test(file));
  const reach = (found) => {
    for (const { name } of found) reached.add(name);
  };
  if (changed.some((file) => /(^|\/)(tsconfig[^/]*|package-lock)\.json$/.test(file))) reach(checks);
  for (const file of typed) {
    const readers = checks.filter(({ files }) => files?.has(file));
    const neighbours = checks.filter(({ folders }) => folders.has(posix.dirname(file)));
    reach([readers, neighbours, checks].find((found) => found.length > 0) ?? []);
  }
  return checks.map(({ name }) => name).filter((name) => reached.has(name));
}

/**
 * Returns the project's own files that a type check read last, from the build information that the compiler stores;
 * undefined if the check has not run yet.
 */
export function readTypesRecord(path) {
  if (!existsSync(path)) return undefined;
  const { fileNames } = JSON.parse(readFileSync(path, 'utf8'));
  return fileNames
    .map((name) => relative(inProject(), inProject(relative(inProject(), dirname(path)), name)))
    .map((name) => name.split(sep).join('/'))
    .filter((name) => !name.startsWith('..') && !name.includes('node_modules'));
}

/** Returns the files that differ from a branch or commit, uncommitted and untracked ones among them. */
export function listChangedFiles(since = 'HEAD') {
  return [
    ...runGit('diff', '--name-only', '--no-renames', '--merge-base', since, '--'),
    ...runGit('ls-files', '--others', '--exclude-standard'),
  ];
}

function runGit(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: inProject(), encoding: 'utf8' });
  if (status === 0) return stdout.split('\n').filter((line) => line !== '');
  const answer = (stderr ?? '').trim();
  throw new UserError(`git 未能列出改动：${answer}`, `git could not list the changes: ${answer}`);
}
