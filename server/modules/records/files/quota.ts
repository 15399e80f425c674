import { refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import type { Tx } from '#server/kernel/database/transaction.ts';
import { countLooseBytes } from './queries.ts';

/**
 * Checks whether these bytes exceed the unattached bytes that a person may have; the caller must hold the
 * lock of `lockUploads`.
 */
export async function quotaReached(
  tx: Tx,
  { config }: Pick<Context, 'config'>,
  staffId: string,
  { bytes, shown = 0 }: { bytes: number; shown?: number },
): Promise<boolean> {
  const held = await countLooseBytes(tx, staffId);
  const most = config.uploads.personMb * 1_048_576;
  // Deleted drafts have a quota of the same size, so that they do not stop the person from working. So do
  // public pictures, which no order ever takes.
  if (held.loose + bytes > most || held.loose + held.deleted + bytes > 2 * most) return true;
  return shown > 0 && held.shown + shown > most;
}

export function refuseQuota({ config }: Pick<Context, 'config'>) {
  const message = `您已上传而尚未使用的附件合计不得超过${config.uploads.personMb}M，请先提交已填写的办件或稍后再上传`;
  return refuse('uploadQuotaReached', { message, problems: [{ field: 'file', message }] });
}
