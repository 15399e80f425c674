import { refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import type { Tx } from '#server/kernel/database/transaction.ts';
import { countUnattachedBytes } from './queries.ts';

/**
 * Checks whether these bytes exceed the unattached bytes that a person may have; the caller must hold the
 * lock of `lockUploads`.
 */
export async function exceedsQuota(
  tx: Tx,
  { config }: Pick<Context, 'config'>,
  staffId: string,
  { bytes, publicBytes = 0 }: { bytes: number; publicBytes?: number },
): Promise<boolean> {
  const totals = await countUnattachedBytes(tx, staffId);
  const maxBytes = config.uploads.personMb * 1_048_576;
  // Deleted drafts have a quota of the same size, so that they do not stop the person from working. So do
  // public pictures, which are never attached to an order.
  if (totals.unattached + bytes > maxBytes || totals.unattached + totals.deleted + bytes > 2 * maxBytes)
    return true;
  return publicBytes > 0 && totals.public + publicBytes > maxBytes;
}

export function refuseQuota({ config }: Pick<Context, 'config'>) {
  const message = `您已上传而尚未使用的附件合计不得超过${config.uploads.personMb}M，请先提交已填写的办件或稍后再上传`;
  return refuse('uploadQuotaReached', { message, problems: [{ field: 'file', message }] });
}
