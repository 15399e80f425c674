import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// These scripts run before anything is installed, on any Node from 18 on.

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Returns the path of a file of the project. */
export function inProject(...parts) {
  return join(root, ...parts);
}

const nodeProgram = process.platform === 'win32' ? 'node.exe' : 'node';
/** The program in the package `node`, which exists only for building. */
export const installedNode = inProject('node_modules', 'node', 'bin', nodeProgram);
/** The copy that `npm run build` makes for an installation without packages for building. */
export const builtNode = inProject('dist', 'node', 'bin', nodeProgram);

/**
 * Returns the pinned Node 24 that runs everything except these scripts; in a container image based on Node,
 * the image's own.
 */
export function nodePath(exists = existsSync, running = process) {
  if (exists(installedNode)) return installedNode;
  if (exists(builtNode)) return builtNode;
  const isTrimmed = exists(inProject('node_modules')) && !exists(inProject('node_modules', 'node'));
  return isTrimmed && running.versions.node.startsWith('24.') ? running.execPath : installedNode;
}

/** A problem that the person at the terminal must fix: printed without a stack, Chinese first. */
export class UserError extends Error {
  constructor(chinese, english) {
    super(`${chinese}\n${english}`);
    this.name = 'UserError';
  }
}

/**
 * Runs a script's main function; prints a UserError as a sentence, and anything else as a bug with its stack.
 */
export function main(work) {
  work().then(
    (code) => process.exit(code ?? 0),
    (error) => {
      // `--help` prints the usage and is not an error.
      if (error.exitCode === 0) console.log(error.message);
      else console.error(error instanceof UserError ? `\n${error.message}\n` : error);
      process.exit(error.exitCode ?? 1);
    },
  );
}

/**
 * Returns one hash of the names and contents of files and folders; ignores test files, which do not change
 * the build.
 */
export function hashOf(paths, base = root) {
  const hash = createHash('sha256');
  for (const path of paths) addToHash(hash, base, path);
  return hash.digest('hex');
}

function addToHash(hash, base, path) {
  const full = join(base, path);
  if (!existsSync(full)) return;
  const entries = readdirSync(dirname(full), { withFileTypes: true });
  const entry = entries.find((candidate) => join(dirname(full), candidate.name) === full);
  if (entry?.isDirectory()) {
    for (const name of readdirSync(full).sort()) addToHash(hash, base, join(path, name));
  } else if (!/\.test\.(ts|tsx|mjs)$/.test(path)) {
    hash
      .update(`${path.replaceAll('\\', '/')}\0`)
      .update(readFileSync(full))
      .update('\0');
  }
}
