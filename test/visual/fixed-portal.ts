import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createDocumentPress } from '#server/adapters/document-press/document-press.ts';
import { createDiskStore } from '#server/adapters/files/file-store.ts';
import { createApp } from '#server/app.ts';
import { type Context, createContext } from '#server/framework/context.ts';
import { type Config, loadConfig } from '#server/kernel/config/config.ts';
import { createCrypto } from '#server/kernel/crypto/crypto.ts';
import { readOrCreateKeyFile } from '#server/kernel/crypto/key-files.ts';
import { connect, type Database } from '#server/kernel/database/connect.ts';
import { EventHub } from '#server/kernel/http/event-hub.ts';
import { createLog } from '#server/kernel/log/log.ts';
import { createTemplateSource } from '#server/modules/cases/documents/service.ts';

/** Friday, 10:05 in the office: the time of every picture. */
export const instant = new Date('2026-11-20T02:05:00.000Z');

export interface FixedPortal {
  context: Context;
  database: Database;
  listen(port: number): Promise<string>;
  close(): Promise<void>;
}

/** Returns the settings of the fixed office; the captcha has the same answer as in the journeys. */
export function fixedConfig(dataDir: string, settings: NodeJS.ProcessEnv = {}): Config {
  return loadConfig({
    DATA_DIR: dataDir,
    PORTAL_DEMO_CAPTCHA: '8888',
    PORTAL_THIRD_APPS: 'stats|统计平台|https://stats.example.gov.cn/desk',
    ...settings,
  });
}

/**
 * Opens the portal with a stopped clock. It runs no jobs: their notifications, for example of a new message,
 * would be in one picture and not in the next.
 */
export async function openFixedPortal(
  dataDir: string,
  url: string,
  webFolder?: string,
  now = () => instant,
  settings: NodeJS.ProcessEnv = {},
): Promise<FixedPortal> {
  const database = await connect(url, { max: 5 });
  const keys = join(dataDir, 'keys');
  const log = createLog('warn');
  const config = fixedConfig(dataDir, settings);
  const press = createDocumentPress(config.documents);
  const files = createDiskStore(join(dataDir, 'files'));
  const context = createContext({
    config,
    db: database.db,
    documents: createTemplateSource({ db: database.db, files, press }),
    crypto: createCrypto([readOrCreateKeyFile(keys)], readOrCreateKeyFile(keys, 'audit.key')),
    files,
    log,
    processId: randomUUID(),
    now,
  });
  const hub = new EventHub({ connectionString: url }, log);
  await hub.start();
  const app = await createApp({ context, hub, webFolder });
  return {
    context,
    database,
    listen: (port) => app.fastify.listen({ host: '127.0.0.1', port }),
    async close() {
      await app.fastify.close();
      await hub.stop();
      context.inspector.stop();
      await press.stop();
      await context.notifier.flush();
      await database.close();
    },
  };
}
