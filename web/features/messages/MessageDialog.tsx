import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { orderMessages } from '#contract/order-messages.ts';
import type { ApplicantTerm } from '#domain/applicants/applicant-term.ts';
import { queryOf } from '#web/api/query-of.ts';
import { EditingModal } from '#web/toolkit/dialog/EditingModal.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { MessageForm } from './MessageForm.tsx';
import { MessageHistory } from './MessageHistory.tsx';
import styles from './message-dialog.module.css';

/**
 * Shows the messages of one order (S1 §2, S2 §2): a form for content, recipients and channel, and the messages
 * sent.
 */
export function MessageDialog(props: {
  code: string;
  applicantWord: ApplicantTerm;
  subject: string;
  onClose: () => void;
}) {
  const { code, applicantWord, subject, onClose } = props;
  const [hasInput, setHasInput] = useState(false);
  const choices = useQuery(queryOf(orderMessages.choices, { params: { workorderCode: code } }));
  return (
    <EditingModal
      open
      title={
        <>
          办件消息 {code}
          <span className={styles.subject}>{subject}</span>
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
        <MessageForm code={code} choices={choices.data} onInputChange={setHasInput} />
      )}
      <MessageHistory code={code} applicantWord={applicantWord} />
    </EditingModal>
  );
}
