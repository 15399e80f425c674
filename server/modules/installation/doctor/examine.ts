import { readConfig } from '#server/config/config.ts';
import { checkDatabase } from './check-database.ts';
import { checkLine } from './check-line.ts';
import { checkDisk, checkFolders, checkFonts, checkNode, checkWeb, type WebBuild } from './check-machine.ts';
import { checkAddresses, checkSeal } from './check-reach.ts';
import {
  checkBackups,
  checkCertificates,
  checkFileStore,
  checkScanner,
  checkSettings,
  checkSignOn,
  checkSystems,
} from './check-settings.ts';
import { type Finding, look } from './finding.ts';

/**
 * Looks at an installation, beside a running portal or before its first start, and changes nothing: neither does it start
 * the embedded database. Each check is made whatever the others find.
 */
export async function examine(build: WebBuild, now: Date, variables?: NodeJS.ProcessEnv): Promise<Finding[]> {
  const { config, problems } = readConfig(variables, 'serve');
  const bad = new Set(problems.map(({ setting }) => setting));
  const isReadable = (...settings: string[]) => !settings.some((setting) => bad.has(setting));
  const s3 = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];
  const parts = [
    await look('node', checkNode),
    await look('settings', () => checkSettings(config, problems)),
    await look('web', () => checkWeb(build)),
    await look('fonts', () => checkFonts(config)),
    await look('folders', () => checkFolders(config)),
    await look('disk', () => checkDisk(config)),
    isReadable('DATABASE_URL', 'DATABASE_OWNER_URL', 'PORTAL_MODE')
      ? await look('database', () => checkDatabase(config, isReadable('DATA_DIR', 'AUDIT_DIR', ...s3)))
      : [],
    isReadable('DATABASE_URL', 'DATABASE_OWNER_URL')
      ? await look('database-line', () => checkLine(config))
      : [],
    isReadable(...s3) ? await look('file-store', () => checkFileStore(config)) : [],
    isReadable('HOST', 'PORT', 'METRICS_HOST', 'METRICS_PORT')
      ? await look('address', () => checkAddresses(config))
      : [],
    isReadable('SEAL_PROVIDER', 'SEAL_ORIGIN', 'SEAL_PATH')
      ? await look('seal-service', () => checkSeal(config))
      : [],
    isReadable('CLAMD_ADDRESS') ? await look('clamd', () => checkScanner(config)) : [],
    isReadable('OIDC_ISSUER') ? await look('issuer', () => checkSignOn(config)) : [],
    isReadable('BACKUP_RECIPIENTS') ? await look('backups', () => checkBackups(config)) : [],
    await look('certificate', () => checkCertificates(config, now)),
    await look('systems', () => checkSystems(config)),
  ];
  return parts.flat();
}
