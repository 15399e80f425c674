import { resolve } from 'node:path';
import { readCommand } from '#scripts/lib/options.mjs';
import { createProgress, run, say } from '#server/command-line.ts';
import { type Config, loadConfig } from '#server/config/config.ts';
import { StartupError } from '#server/config/startup-error.ts';
import { createLog } from '#server/context/log.ts';
import { besidePortal } from '#server/database/open-beside.ts';
import { createFileStore } from '#server/files/create-file-store.ts';
import { provePackages } from '#server/modules/archive/service.ts';
import { openInstallation } from '#server/modules/installation/service.ts';
import { readAnchorLog } from './anchor-log.ts';
import { verifyAudit } from './verify.ts';
import { type AuditReport, mostFindings, type VerifyOptions } from './verify-report.ts';
import { ownWitnesses } from './witnesses.ts';

/**
 * `npm run audit:verify`: proves the audit trail and the record that it covers, beside a running portal or without one;
 * ends with 1 when anything was tampered with. `--anchor <hash>` (any number of times) names an anchor that must be there,
 * as a log kept elsewhere knows it; `--anchors-file <path>` names another file of anchors than the portal's own. `--no-files`
 * leaves the bytes of files and archive packages unread, which take the longest; what their rows say is proved all the same.
 */
async function main(): Promise<number> {
  const { values } = readCommand('audit:verify', process.argv.slice(2));
  const config = loadConfig();
  const options = await witnesses(config, values.anchor, values['anchors-file']);
  return await besidePortal(config, 'portal', async ({ db }) => {
    const crypto = await openInstallation(db, config);
    const log = createLog('error');
    const packages = provePackages({ crypto, log });
    const files = values['no-files'] ? undefined : options.files;
    return tell(await verifyAudit(db, crypto, { ...options, packages, files }), options, files === undefined);
  });
}

async function witnesses(
  config: Config,
  expectedAnchors: readonly string[],
  anchorsFile: string | undefined,
): Promise<VerifyOptions> {
  const own = await ownWitnesses(config, createFileStore(config));
  const options = { ...own, expectedAnchors, progress: tellProgress() };
  if (anchorsFile === undefined) return options;
  const path = resolve(anchorsFile);
  const filedAnchors = await readAnchorLog(path);
  if (filedAnchors === undefined)
    throw new StartupError(`找不到锚点文件 ${path}。`, `There is no file of anchors at ${path}.`);
  return { ...options, filedAnchors, fileIsOwn: false };
}

/** A line every few seconds, so that a large database does not look stuck. */
function tellProgress(): (report: AuditReport) => void {
  const progress = createProgress();
  return ({ links, orders, files, packages }) =>
    progress(
      `已核对 ${links} 条记录、${orders} 件办件、${files} 个附件、${packages} 个档案包`,
      `${links} links, ${orders} orders, ${files} files, ${packages} packages`,
    );
}

function tell(report: AuditReport, options: VerifyOptions, isWithoutBytes: boolean): number {
  say(
    `审计记录 ${report.links} 条、链 ${report.chains} 条、办件 ${report.orders} 件、附件 ${report.files} 个、档案包 ${report.packages} 个、锚点 ${report.anchors} 个` +
      `  ${report.links} links, ${report.chains} chains, ${report.orders} orders, ${report.files} files, ${report.packages} packages, ${report.anchors} anchors`,
  );
  if (isWithoutBytes) say('未读取附件和档案包的内容（--no-files）  the bytes of files were not read');
  say(
    `锚点文件 ${options.filedAnchors?.length ?? 0} 行  ${options.filedAnchors?.length ?? 0} anchors on file`,
  );
  if (report.lastAnchorHash) say(`最后锚点  last anchor: ${report.lastAnchorHash}`);
  for (const { chinese, english } of report.findings) say(`✗ ${chinese}  ${english}`);
  const count = report.findings.length;
  const isCut = count >= mostFindings;
  const sound = count === 0;
  say(
    sound
      ? '审计链与办件记录完整  the trail and the record are whole'
      : `发现 ${isCut ? '至少 ' : ''}${count} 处被破坏  BROKEN in ${isCut ? 'at least ' : ''}${count} places`,
  );
  return sound ? 0 : 1;
}

await run(main);
