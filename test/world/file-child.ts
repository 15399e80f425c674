import { join } from 'node:path';
import type { Actor } from '#domain/access/actor.ts';
import { loadConfig } from '#server/config/config.ts';
import { createContext } from '#server/context/context.ts';
import { createCrypto } from '#server/context/crypto.ts';
import { connect } from '#server/database/connect.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { createDiskStore } from '#server/files/file-store.ts';
import { dropUnattached, removeBytes, storeFile } from '#server/modules/files/service.ts';
import { getActor } from '#server/modules/session/actor.ts';

/**
 * A process that keeps or removes one file and stands still at one step of it, until it is killed:
 * `file-child.ts <database> <folder> <key> <account> <step> <what>`. `what` is a text to keep, or the id of a file to remove.
 */
const [databaseUrl = '', folder = '', key = '', account = '', step = '', what = ''] = process.argv.slice(2);
const database = await connect(databaseUrl, { max: 5 });
const quiet = () => undefined;
const store = createDiskStore(join(folder, 'files'));

/** Says that it is there, and never goes on. */
async function standAt(name: string): Promise<void> {
  if (name !== step) return;
  process.stdout.write('here\n');
  await new Promise(() => setInterval(quiet, 1000));
}

const context = createContext({
  config: loadConfig({ DATA_DIR: folder }),
  db: database.db,
  crypto: createCrypto([Buffer.from(key, 'hex')]),
  files: {
    ...store,
    async put(id, bytes) {
      const stored = await store.put(id, bytes);
      await standAt('bytes are kept');
      return stored;
    },
    async confirm(id) {
      await standAt('rows are written');
      await store.confirm(id);
    },
    async doubt(id) {
      await store.doubt(id);
      await standAt('rows are about to go');
    },
    async remove(id) {
      await standAt('rows are gone');
      await store.remove(id);
    },
  },
  log: { info: quiet, warn: quiet, error: quiet },
  processId: 'child',
});
const actor: Actor = await getActor(context, account);
if (/^[0-9a-f-]{36}$/.test(what)) {
  const gone = await inTransaction(context.db, (tx) => dropUnattached(tx, context, actor.staffId, [what]));
  await removeBytes(context, gone);
} else {
  const bytes = Buffer.from(what);
  await storeFile(context, actor, { name: 'a.pdf', bytes, contentType: 'application/pdf' }, 'child');
}
process.stdout.write('done\n');
process.exit(0);
