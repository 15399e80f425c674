import { useSyncExternalStore } from 'react';
import { documents } from '#contract/documents.ts';
import { handling } from '#contract/handling.ts';
import { call } from '#web/api/call.ts';
import { writeStored } from '#web/api/read-stored.ts';
import { discardDocuments } from '#web/toolkit/files/discard-documents.ts';
import { type BatchJob, BatchRun, isRunning } from './batch-run.ts';

async function confirm({ docIds, key }: { docIds: readonly string[]; key: string }): Promise<string[]> {
  const input = { body: { docIds: [...docIds], isActive: 1 as const } };
  const { rows } = await call(documents.activateAll, input, { idempotencyKey: key });
  return rows.map(({ docId }) => docId);
}

/** The batch of this tab: only one at a time, sent by the ordinary call of each action. */
export const tabBatch = new BatchRun({
  now: () => new Date(),
  store: {
    getItem: (key) => sessionStorage.getItem(key),
    setItem: (key, value) => writeStored(key, value, 'sessionStorage'),
    removeItem: (key) => sessionStorage.removeItem(key),
  },
  discard: discardDocuments,
  async send({ papers: orderDocuments, ...row }, { button, opinion }, reportConfirmed) {
    // Confirmed only once, even if the row is sent again: documents that the order uses cannot be confirmed
    // again.
    const confirmedIds = orderDocuments && (orderDocuments.confirmed ?? (await confirm(orderDocuments)));
    if (confirmedIds) reportConfirmed(confirmedIds);
    const { status: _status, nextNodeNames } = await call(
      handling.handle,
      {
        body: {
          workorderId: row.workorderId,
          workorderTraceId: row.traceId,
          workorderCode: row.code,
          handlerOperation: '1',
          buttonId: button.id,
          handlerOpinion: opinion,
          ...(confirmedIds && { workorderDocIdList: [...confirmedIds] }),
        },
      },
      { idempotencyKey: row.key },
    );
    return nextNodeNames.length > 0 ? `已到${nextNodeNames.join('、')}` : '已办理，等待其他人办完后继续';
  },
});

// The browser asks before the window closes while a task is being sent; tasks not yet started stay in 待办 in
// any case.
addEventListener('beforeunload', (event) => {
  const job = tabBatch.job();
  if (job && isRunning(job)) event.preventDefault();
});

export function useBatchJob(): BatchJob | undefined {
  return useSyncExternalStore(tabBatch.subscribe, tabBatch.job);
}
