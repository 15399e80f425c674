import { readConfig } from '#server/kernel/config/config.ts';
import { checkDatabase } from './check-database.ts';
import type { WebBuild } from './check-machine.ts';
import { checks } from './checks.ts';
import { type DoctorFinding, runCheck } from './finding.ts';

/**
 * Examines an installation that is running or was never started, and changes nothing; it does not start the
 * embedded database either. Makes each check, whatever the others find.
 */
export async function examineInstallation(
  build: WebBuild,
  now: Date,
  variables?: NodeJS.ProcessEnv,
): Promise<DoctorFinding[]> {
  const { config, problems } = readConfig(variables, 'serve');
  const bad = new Set(problems.map(({ setting }) => setting));
  const isReadable = (...settings: string[]) => !settings.some((setting) => bad.has(setting));
  const findings: DoctorFinding[] = [];
  for (const { name, needs = [], ask } of checks) {
    if (isReadable(...needs))
      findings.push(...(await runCheck(name, () => ask({ config, problems, build, now }))));
  }
  if (isReadable('DATABASE_URL', 'DATABASE_OWNER_URL', 'PORTAL_MODE'))
    findings.push(...(await runCheck('database', () => checkDatabase(config, now, isReadable))));
  return findings;
}
