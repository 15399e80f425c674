import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InstallationState } from '#contract/installation.ts';
import type { Context } from '#server/framework/context.ts';
import { listConnectedSystems } from '#server/kernel/config/connected-systems.ts';
import { readAccessState } from './access-state.ts';
import { findInstallation, findVersions } from './queries.ts';

const startedAt = new Date(Date.now() - process.uptime() * 1000);

/** Returns the version of the portal from its package.json. */
export function portalVersion(): string {
  const path = join(import.meta.dirname, '..', '..', '..', '..', 'package.json');
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
}

/** Returns facts about the running portal: no values of settings, and only the fingerprints of keys. */
export async function presentInstallation({ db, config, processId }: Context): Promise<InstallationState> {
  const [installation, versions, access] = await Promise.all([
    findInstallation(db),
    findVersions(db),
    readAccessState(db, config),
  ]);
  return {
    mode: installation.mode ?? config.mode,
    markedAt: (installation.markedAt ?? startedAt).toISOString(),
    versions: { portal: portalVersion(), node: process.versions.node, ...versions },
    process: { id: processId, startedAt: startedAt.toISOString() },
    keys: installation.keys,
    access,
    files: config.s3 ? 's3' : 'disk',
    systems: listConnectedSystems(config).map(({ name, chinese, connection, provider = '', setting }) => ({
      name,
      label: chinese,
      connection,
      provider,
      setting,
    })),
  };
}
