import { assembleChunks } from '#server/modules/records/files/assemble-chunks.ts';
import { findUpload } from '#server/modules/records/files/chunks.queries.ts';
import { mergeFiles } from '#server/modules/records/files/merge.ts';
import { createUploadLimiter } from '#server/modules/records/files/service.ts';
import { openKillable } from './killable.ts';

/**
 * A process that assembles chunks (`job`: MD5 and name) or merges files into one PDF (`job`: their ids,
 * separated by commas).
 */
const { context, actor, job, pauseAt } = await openKillable();
const caller = { actor, requestId: 'child' };
const limiter = createUploadLimiter();
const [md5 = '', name] = job.split('/');
if (name === undefined) {
  const conversionPool: typeof context.conversionPool = {
    ...context.conversionPool,
    async make(order, requester) {
      const file = await context.conversionPool.make(order, requester);
      await pauseAt('the document is drawn');
      return file;
    },
  };
  const selection = { ids: job.split(','), mayRead: async () => false };
  await mergeFiles({ ...context, conversionPool }, limiter, caller, selection);
} else {
  const upload = await findUpload(context.db, { staffId: actor.staffId, md5, name });
  if (!upload) throw new Error('There is no such upload');
  await assembleChunks(context, limiter, caller, upload);
}
process.stdout.write('done\n');
process.exit(0);
