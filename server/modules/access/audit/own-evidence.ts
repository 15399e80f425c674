import { join } from 'node:path';
import type { FileStore } from '#server/adapters/files/file-store.ts';
import type { Config } from '#server/kernel/config/config.ts';
import { anchorLogPath, readAnchorLog } from './anchor-log.ts';
import { readGenesisRecord } from './genesis-record.ts';
import type { VerifyOptions } from './verify-report.ts';

/**
 * Returns the portal's own evidence against which the audit log is verified: its files, its own file of
 * anchors, the genesis record.
 */
export async function ownEvidence(
  config: Pick<Config, 'auditDir' | 'dataDir'>,
  files: Pick<FileStore, 'read' | 'size'>,
): Promise<VerifyOptions> {
  return {
    files,
    genesis: await readGenesisRecord(join(config.dataDir, 'keys')),
    filedAnchors: (await readAnchorLog(anchorLogPath(config))) ?? [],
    fileIsOwn: true,
  };
}
