import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { orderMessages } from '#contract/order-messages.ts';
import { queryOf } from '#web/api/query-of.ts';
import { EditingModal } from '#web/toolkit/dialog/EditingModal.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { MessageForm } from './MessageForm.tsx';
import { MessageHistory } from './MessageHistory.tsx';
import styles from './message-dialog.module.css';
import type { MessageDialogKind } from './message-form.ts';

/**
 * Shows the messages of one order (S1 §2, S2 §2): a form for content, recipients and channel, and the messages
 * sent. The dialog of kind `sms` sends text messages alone.
 */
export function MessageDialog(props: { code: string; kind?: MessageDialogKind; onClose: () => void }) {
  const { code, kind = 'message', onClose } = props;
  const [hasInput, setHasInput] = useState(false);
  const choices = useQuery(queryOf(orderMessages.choices, { params: { workorderCode: code } }));
  return (
    <EditingModal
      open
      title={
        <>
          {kind === 'sms' ? '发送短信' : '办件消息'} {code}
          <span className={styles.subject}>{choices.data?.title ?? '\u00a0'}</span>
        </>
      }
      width={800}
      unsaved={() => hasInput}
      lossText="消息尚未发送，关闭后不保留。"
      onCancel={onClose}
      footer={choices.data?.canSend ? null : <Button onClick={onClose}>关闭</Button>}
    >
      {choices.isPending && <SkeletonRows rows={4} />}
      {choices.isError && (
        <FailureState compact failure={choices.error} onRetry={() => void choices.refetch()} />
      )}
      {choices.data?.canSend && (
        <MessageForm code={code} kind={kind} choices={choices.data} onInputChange={setHasInput} />
      )}
      <MessageHistory code={code} applicantWord={choices.data?.applicantWord} />
    </EditingModal>
  );
}
