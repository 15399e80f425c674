import { MessageEvent } from '#domain/messages/message-event.ts';
import type { Tx } from '#server/kernel/database/transaction.ts';
import { sendMessages } from '#server/modules/cases/messages/service.ts';

/**
 * Notifies a person whose password was set by an administrator. The administrator could sign in with it and change
 * it; without the message the owner would only notice that the old password no longer works (0085).
 */
export async function notifyOfReset(
  tx: Tx,
  context: Parameters<typeof sendMessages>[1],
  staffId: string,
  resetBy: string,
): Promise<void> {
  await sendMessages(tx, context, [
    {
      staffId,
      kind: MessageEvent.system,
      title: `密码已被重置（${resetBy}）`,
      content: `${resetBy}已将您的密码重置为一次性密码，已登录的会话同时结束。如非您本人提出，请立即修改密码并联系安全管理员，在“我的登录”核对登录记录。`,
    },
  ]);
}
