import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { readCommand, UsageError } from '#scripts/lib/options.mjs';
import { createFileStore } from '#server/adapters/files/create-file-store.ts';
import { createProgress, printLine, run } from '#server/kernel/command-line.ts';
import { type Config, loadConfig } from '#server/kernel/config/config.ts';
import type { Crypto } from '#server/kernel/crypto/crypto.ts';
import { type Db, inTransaction } from '#server/kernel/database/transaction.ts';
import { withDatabase } from '#server/kernel/database/with-database.ts';
import { StartupError } from '#server/kernel/errors/startup-error.ts';
import { createLog } from '#server/kernel/log/log.ts';
import { acknowledgeAction } from '#server/modules/access/audit/acknowledged.ts';
import { readAnchorLog } from '#server/modules/access/audit/anchor-log.ts';
import { appendAudit } from '#server/modules/access/audit/append.ts';
import { findingIdOf } from '#server/modules/access/audit/findings.ts';
import { ownEvidence } from '#server/modules/access/audit/own-evidence.ts';
import { verifyAudit } from '#server/modules/access/audit/verify.ts';
import {
  type AuditReport,
  maxFindings,
  type VerifyOptions,
} from '#server/modules/access/audit/verify-report.ts';
import { verifyPackages } from '#server/modules/cases/archive/service.ts';
import { openInstallation } from '#server/modules/operations/installation/service.ts';

/**
 * Runs `npm run audit:verify`: verifies the audit log and the data that it covers, with or without a running
 * portal; exits with 1 if tampering was found, and with 3 if all of it was acknowledged (`--acknowledge
 * <id>` with `--reason <text>`). `--anchor <hash>` (any number of times) gives an anchor that must exist,
 * from a log stored elsewhere; `--anchors-file <path>` gives another file of anchors than the portal's own.
 * `--no-files` skips the bytes of files and archive packages, which take the longest; the facts in their rows
 * are still verified.
 */
/** Exit code: no new findings, but acknowledged ones still exist. */
const onlyAcknowledgedExitCode = 3;

async function main(): Promise<number> {
  const { values } = readCommand('audit:verify', process.argv.slice(2));
  if ((values.acknowledge === undefined) !== (values.reason === undefined))
    throw new UsageError('audit:verify', [
      { chinese: '--acknowledge 和 --reason 须一起使用', english: '--acknowledge goes with --reason' },
    ]);
  const config = loadConfig();
  const options = await readEvidence(config, values.anchor, values['anchors-file']);
  return await withDatabase(config, 'portal', async ({ db }) => {
    const crypto = await openInstallation(db, config);
    const log = createLog('error');
    const packages = verifyPackages({ crypto, log });
    const files = values['no-files'] ? undefined : options.files;
    const report = await verifyAudit(db, crypto, { ...options, packages, files });
    const { acknowledge: findingId, reason } = values;
    if (findingId !== undefined) await acknowledge(db, crypto, report, { findingId, reason: reason ?? '' });
    return printReport(report, options, files === undefined);
  });
}

/** Acknowledges a finding of this run with a reason, as the administrator of the server; this is recorded. */
async function acknowledge(
  db: Db,
  crypto: Crypto,
  report: AuditReport,
  { findingId, reason }: { findingId: string; reason: string },
): Promise<void> {
  const finding = report.findings.find((one) => findingIdOf(one) === findingId);
  if (!finding)
    throw new StartupError(
      `本次核对没有发现标识为 ${findingId} 的问题。`,
      `This verification found no problem with the id ${findingId}.`,
    );
  const now = new Date();
  await inTransaction(db, (tx) =>
    appendAudit(
      tx,
      { now: () => now, crypto },
      {
        chain: 'audit',
        actor: undefined,
        action: acknowledgeAction,
        objectKind: 'finding',
        objectId: findingId,
        detail: { finding: finding.chinese, reason, onServer: true },
        requestId: randomUUID(),
      },
    ),
  );
  finding.acknowledged = { by: '服务器管理员', at: now.toISOString(), reason };
}

async function readEvidence(
  config: Config,
  expectedAnchors: readonly string[],
  anchorsFile: string | undefined,
): Promise<VerifyOptions> {
  const own = await ownEvidence(config, createFileStore(config));
  const options = { ...own, expectedAnchors, progress: reportProgress() };
  if (anchorsFile === undefined) return options;
  const path = resolve(anchorsFile);
  const filedAnchors = await readAnchorLog(path);
  if (filedAnchors === undefined)
    throw new StartupError(`找不到锚点文件 ${path}。`, `There is no anchor file at ${path}.`);
  return { ...options, filedAnchors, fileIsOwn: false };
}

/** Prints a line every few seconds, so that the command does not look stuck on a large database. */
function reportProgress(): (report: AuditReport) => void {
  const progress = createProgress();
  return ({ links, orders, files, packages }) =>
    progress(
      `已核对 ${links} 条记录、${orders} 件办件、${files} 个附件、${packages} 个档案包`,
      `${links} links, ${orders} orders, ${files} files, ${packages} packages`,
    );
}

function printReport(report: AuditReport, options: VerifyOptions, isWithoutBytes: boolean): number {
  printLine(
    `审计记录 ${report.links} 条、链 ${report.chains} 条、办件 ${report.orders} 件、附件 ${report.files} 个、档案包 ${report.packages} 个、锚点 ${report.anchors} 个` +
      `  ${report.links} links, ${report.chains} chains, ${report.orders} orders, ${report.files} files, ${report.packages} packages, ${report.anchors} anchors`,
  );
  if (isWithoutBytes) printLine('未读取附件和档案包的内容（--no-files）  the bytes of files were not read');
  printLine(
    `锚点文件 ${options.filedAnchors?.length ?? 0} 行  ${options.filedAnchors?.length ?? 0} anchors on file`,
  );
  if (report.lastAnchorHash) printLine(`最后锚点  last anchor: ${report.lastAnchorHash}`);
  const known = report.findings.filter(({ acknowledged }) => acknowledged !== undefined);
  for (const one of report.findings) {
    const { chinese, english, acknowledged } = one;
    if (acknowledged)
      printLine(
        `○ ${chinese}（${acknowledged.by}已确认：${acknowledged.reason}）  ${english} (acknowledged)`,
      );
    else printLine(`✗ ${chinese}  ${english}  [${findingIdOf(one)}]`);
  }
  const count = report.findings.length - known.length;
  const isCut = report.findings.length >= maxFindings;
  const isIntact = count === 0;
  printLine(
    isIntact
      ? '审计链与办件记录完整  the audit log and the records of the orders are complete'
      : `发现 ${isCut ? '至少 ' : ''}${count} 处被破坏  BROKEN in ${isCut ? 'at least ' : ''}${count} places`,
  );
  if (!isIntact) return 1;
  if (known.length === 0) return 0;
  printLine(`另有 ${known.length} 处已确认的问题  ${known.length} acknowledged findings`);
  return onlyAcknowledgedExitCode;
}

await run(main);
