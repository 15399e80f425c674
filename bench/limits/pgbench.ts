import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inheritedEnvironment } from '#server/kernel/config/environment.ts';
import type { LimitReport, LimitRun, LimitStatement } from './limit-run.ts';

export function findPgbench(): string | undefined {
  try {
    execFileSync('pgbench', ['--version'], { stdio: 'ignore' });
    return 'pgbench';
  } catch {
    return undefined;
  }
}

/**
 * Runs statements with pgbench in prepared mode: each value is a variable, so that it is sent and parsed like
 * the driver's. NOTE: pgbench treats a colon with a letter as a variable, even in quotes; it does not change
 * a cast with two colons.
 */
export async function runByPgbench(
  program: string,
  statements: readonly LimitStatement[],
  { url, clients, seconds }: LimitRun,
): Promise<LimitReport> {
  const folder = await mkdtemp(join(tmpdir(), 'banjian-pgbench-'));
  try {
    const variables: string[] = [];
    const script = statements.map(({ text, values }, number) => {
      const body = text.replace(/\$(\d+)/g, (_, parameter: string) => {
        const value = values[Number(parameter) - 1];
        if (value === null || value === undefined) return 'null';
        // pgbench accepts no empty variable.
        if (value === '') return "''";
        const name = `s${number}p${parameter}`;
        if (!variables.some((assignment) => assignment.startsWith(`${name}=`)))
          variables.push(`${name}=${value}`);
        return `:${name}`;
      });
      return `${body.replaceAll('\n', ' ')};\n`;
    });
    const file = join(folder, 'script.sql');
    await writeFile(file, script.join(''));
    const { hostname, port, username, password, pathname } = new URL(url);
    const stdout = await start(
      program,
      [
        ...['-n', '-M', 'prepared', '-c', String(clients), '-j', '1'],
        ...['-T', String(Math.ceil(seconds)), '-f', file],
        ...variables.flatMap((variable) => ['-D', variable]),
        ...['-h', hostname, '-p', port, '-U', username, pathname.slice(1)],
      ],
      inheritedEnvironment({ PGPASSWORD: decodeURIComponent(password) }),
    );
    const rate = Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
    const failed = Number(/failed transactions: (\d+)/.exec(stdout)?.[1] ?? 0);
    if (!(rate > 0) || failed > 0) throw new Error(`pgbench returned no valid measurement:\n${stdout}`);
    return { rate, mean: (clients * 1000) / rate };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Returns pgbench's output; if it fails, throws its last message instead of a command line of many kilobytes.
 */
async function start(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  try {
    return (await promisify(execFile)(program, args, { env, maxBuffer: 1 << 24 })).stdout;
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string };
    throw new Error(`pgbench failed: ${stderr.slice(0, 600)}`);
  }
}
