import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { readCommand } from '#scripts/lib/options.mjs';
import { printLine, run } from '#server/kernel/command-line.ts';
import { StartupError } from '#server/kernel/errors/startup-error.ts';

/**
 * Runs `npm run backup:identity -- FILE`: creates a key pair for backups in the format of `age-keygen`; needs
 * no installation.
 */
async function main(): Promise<number> {
  const [argument = ''] = readCommand('backup:identity', process.argv.slice(2)).positionals;
  const path = resolve(argument);
  const identity = await generateIdentity();
  const recipient = await identityToRecipient(identity);
  const text = `# created: ${new Date().toISOString()}\n# public key: ${recipient}\n${identity}\n`;
  await writeFile(path, text, { flag: 'wx', mode: 0o600, flush: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
      throw new StartupError(`${path} 已存在，没有覆盖。`, `${path} already exists and was not overwritten.`);
    },
  );
  printLine(
    `私钥已写入 ${path}：没有它，加密的备份不能恢复`,
    'the identity, without which nothing is restored',
  );
  printLine(
    '请存于两处、离线保管，不要留在这台机器上',
    'keep it in two places, offline, and not on this machine',
  );
  printLine(`BACKUP_RECIPIENTS=${recipient}`);
  return 0;
}

await run(main);
