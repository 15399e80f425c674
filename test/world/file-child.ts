import { inTransaction } from '#server/kernel/database/transaction.ts';
import { deleteUnattached, removeBytes, storeFile } from '#server/modules/records/files/service.ts';
import { openKillable } from './killable.ts';

/** A process that stores or removes one file: `what` is a text to store, or the id of a file to remove. */
const { context, actor, what } = await openKillable();
if (/^[0-9a-f-]{36}$/.test(what)) {
  const deletedFiles = await inTransaction(context.db, (tx) =>
    deleteUnattached(tx, context, actor.staffId, [what]),
  );
  await removeBytes(context, deletedFiles);
} else {
  const bytes = Buffer.from(what);
  await storeFile(context, actor, { name: 'a.pdf', bytes, contentType: 'application/pdf' }, 'child');
}
process.stdout.write('done\n');
process.exit(0);
