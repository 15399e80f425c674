import { readCommand } from '#scripts/lib/options.mjs';
import { printLine, run } from '#server/kernel/command-line.ts';
import { loadConfig } from '#server/kernel/config/config.ts';
import { withDatabase } from '#server/kernel/database/with-database.ts';
import { resetOnServer } from '#server/modules/operations/accounts/reset-on-server.ts';
import { openInstallation } from '#server/modules/operations/installation/service.ts';

/**
 * Runs `npm run account:reset -- <account>`: sets a one-time password for one account, with or without a
 * running portal.
 */
async function main(): Promise<number> {
  const [account = ''] = readCommand('account:reset', process.argv.slice(2)).positionals;
  const config = loadConfig();
  return await withDatabase(config, 'portal', async ({ db }) => {
    const crypto = await openInstallation(db, config);
    const reset = await resetOnServer({ db, crypto, now: () => new Date() }, account);
    if (!reset) {
      printLine(`没有启用的账号 ${account}  There is no account ${account} in service`);
      return 1;
    }
    printLine(
      `${reset.name}（${account}）的一次性密码 ${reset.oneTimePassword}（只显示这一次，登录后须立即修改）`,
    );
    printLine(`One-time password of ${account}: ${reset.oneTimePassword} (shown only now)`);
    return 0;
  });
}

await run(main);
