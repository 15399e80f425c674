import type { Config } from '#server/kernel/config/config.ts';
import { type Crypto, createCrypto, fingerprintOf } from '#server/kernel/crypto/crypto.ts';
import { keyFolder, keyNames, readKeyFile, readOrCreateKeyFile } from '#server/kernel/crypto/key-files.ts';
import { type Db, inTransaction } from '#server/kernel/database/transaction.ts';
import { bindAuditFolder } from '#server/kernel/folders/own-folders.ts';
import { checkInstallation, type StartConfig } from './check-installation.ts';
import { checkKeys } from './check-keys.ts';
import { installationMarkOf } from './own-files.ts';
import { findInstallation, insertInstallationMark, insertKeys, lockInstallationMark } from './queries.ts';

/**
 * Opens the keys of the installation, after it has checked them. At the first start it creates them, and
 * records the mode of the database and the fingerprints of the keys. If two servers start at once, one does
 * this, and the other is checked against the result.
 */
export async function openInstallationKeys(db: Db, config: StartConfig, now: Date): Promise<Crypto> {
  const folder = keyFolder(config);
  return await inTransaction(db, async (tx) => {
    await lockInstallationMark(tx);
    const installation = await checkInstallation(tx, config);
    const availableKeys = checkKeys(folder, installation);
    const keys = keyNames.map((name) => ({
      name,
      key: availableKeys.get(name) ?? readOrCreateKeyFile(folder, name),
    }));
    if (!installation.isMarked) await insertInstallationMark(tx, config.mode, now);
    await insertKeys(
      tx,
      keys.map(({ name, key }) => ({ name, fingerprint: fingerprintOf(name, key) })),
      now,
    );
    return openKeys(folder);
  });
}

/**
 * Opens the keys of an installation for a program that works together with the portal or without it; refuses
 * the keys of another database.
 */
export async function openInstallation(db: Db, config: Pick<Config, 'dataDir'>): Promise<Crypto> {
  const folder = keyFolder(config);
  checkKeys(folder, await findInstallation(db));
  return openKeys(folder);
}

function openKeys(folder: string): Crypto {
  return createCrypto([readKeyFile(folder, 'encryption.key')], readKeyFile(folder, 'audit.key'));
}

/** Marks the folder of the anchors as belonging to this installation, or refuses it; see `own-folders.ts`. */
export async function bindAuditFolderOf(db: Db, config: Pick<Config, 'dataDir' | 'auditDir'>): Promise<void> {
  const mark = installationMarkOf(await findInstallation(db));
  if (mark !== undefined) await bindAuditFolder(config, mark);
}

export { type HealthCheckResults, noHealthChecks, watchChecks } from './doctor/watch-checks.ts';
export { createMetrics } from './metrics/metrics.ts';
export { ensureMetricsPortIsFree, startMetricsServer } from './metrics/metrics-server.ts';
export { checkFiles, installationMarkOf, openFiles, refuseForeignFiles } from './own-files.ts';
export { portalVersion } from './present.ts';
export { checkInstallation, findInstallation };
