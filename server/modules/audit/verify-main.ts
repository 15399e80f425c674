import { loadConfig } from '#server/config/config.ts';
import { StartupError } from '#server/config/startup-error.ts';
import { connect } from '#server/database/connect.ts';
import { startEmbedded } from '#server/database/embedded/supervisor.ts';
import { verifyAudit } from './verify.ts';

/** `npm run audit:verify`: proves the audit trail, beside a running portal or without one; ends with 1 when it is broken. */
async function main(): Promise<number> {
  const config = loadConfig();
  const embedded =
    config.databaseUrl === undefined
      ? await startEmbedded({ dataDir: config.dataDir, share: true })
      : undefined;
  try {
    const database = await connect(config.databaseUrl ?? embedded?.url ?? '', { max: 2 });
    try {
      const report = await verifyAudit(database.db);
      process.stdout.write(
        `审计记录 ${report.links} 条、链 ${report.chains} 条、锚点 ${report.anchors} 个` +
          `  ${report.links} links, ${report.chains} chains, ${report.anchors} anchors\n`,
      );
      if (report.lastAnchorHash) process.stdout.write(`最后锚点  last anchor: ${report.lastAnchorHash}\n`);
      process.stdout.write(
        report.broken ? `审计链已被破坏  BROKEN: ${report.broken}\n` : '审计链完整  the trail is whole\n',
      );
      return report.broken ? 1 : 0;
    } finally {
      await database.close();
    }
  } finally {
    await embedded?.stop();
  }
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof StartupError ? error.message : String(error)}\n`);
  return 1;
});
