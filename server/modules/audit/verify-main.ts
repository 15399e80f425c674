import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
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

/** What lies in the database may have been written to deceive whoever reads this: no line ends but ours, and no escape. */
const say = (line: string) =>
  process.stdout.write(`${line.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd')}\n`);

/**
 * `npm run audit:verify`: proves the audit trail and the record that it covers, beside a running portal or without one;
 * ends with 1 when anything was tampered with. `--anchor <hash>` (any number of times) names an anchor that must be there,
 * as a log kept elsewhere knows it; `--anchors-file <path>` names another file of anchors than the portal's own. `--no-files`
 * leaves the bytes of files and archive packages unread, which take the longest; what their rows say is proved all the same.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      anchor: { type: 'string', multiple: true },
      'anchors-file': { type: 'string' },
      'no-files': { type: 'boolean', default: false },
    },
  });
  const config = loadConfig();
  const options = await witnesses(config, values.anchor ?? [], values['anchors-file']);
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
  const options = { ...own, expectedAnchors, progress: createProgress() };
  if (anchorsFile === undefined) return options;
  const path = resolve(anchorsFile);
  const filedAnchors = await readAnchorLog(path);
  if (filedAnchors === undefined)
    throw new StartupError(`找不到锚点文件 ${path}。`, `There is no file of anchors at ${path}.`);
  return { ...options, filedAnchors, fileIsOwn: false };
}

const progressMs = 5_000;

/** A line every few seconds on stderr, so that a large database does not look stuck. */
function createProgress(): (report: AuditReport) => void {
  let last = Date.now();
  return ({ links, orders, files, packages }) => {
    if (Date.now() - last < progressMs) return;
    last = Date.now();
    process.stderr.write(
      `已核对 ${links} 条记录、${orders} 件办件、${files} 个附件、${packages} 个档案包……  ${links} links, ${orders} orders, ${files} files, ${packages} packages …\n`,
    );
  };
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

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return 1;
});
