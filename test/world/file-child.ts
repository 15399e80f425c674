import { inTransaction } from '#server/kernel/database/transaction.ts';
import { deleteUnattached, removeBytes, storeFile } from '#server/modules/records/files/service.ts';
import { openKillable } from './killable.ts';

/** A process that stores or removes one file: `job` is a text to store, or the id of a file to remove. */
const { context, actor, job } = await openKillable();
if (/^[0-9a-f-]{36}$/.test(job)) {
  const deletedFiles = await inTransaction(context.db, (tx) =>
    deleteUnattached(tx, context, actor.staffId, [job]),
  );
  await removeBytes(context, deletedFiles);
} else {
  const bytes = Buffer.from(job);
  await storeFile(context, actor, { name: 'a.pdf', bytes, contentType: 'application/pdf' }, 'child');
}
process.stdout.write('done\n');
process.exit(0);
