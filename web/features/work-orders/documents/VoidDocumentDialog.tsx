import { Form } from 'antd';
import { useState } from 'react';
import { documents, maxVoidReason, type PublicDocument } from '#contract/documents.ts';
import { isBlank, problemOfLength } from '#domain/texts/characters.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { ConfirmDialog } from '#web/toolkit/confirm/ConfirmDialog.tsx';
import { ConfirmRow, ConfirmRows } from '#web/toolkit/confirm/ConfirmRows.tsx';
import { CountedText } from '#web/toolkit/dialog/CountedText.tsx';
import { useProblems } from '#web/toolkit/dialog/use-problems.ts';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';

/**
 * Asks for confirmation before a document that was sent out is made void (作废): shows the consequences and asks
 * for the reason
 * (decision 0155).
 */
export function VoidDocumentDialog({ document, onClose }: { document: PublicDocument; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const { problems, showProblems, clearProblem, applyServerProblems } = useProblems();
  const { run, running } = useMutation(documents.void, { afterFailure: true });
  const feedback = useFeedback();
  const lengthProblem = problemOfLength(reason, maxVoidReason, '作废原因');

  const confirm = async () => {
    if (isBlank(reason)) return showProblems({ reason: '请填写作废原因' });
    if (lengthProblem !== undefined) return;
    const outcome = await run({ params: { docId: document.docId }, body: { reason: reason.trim() } });
    if (outcome.kind === 'ignored') return;
    if (outcome.kind === 'failed') {
      applyServerProblems(outcome.failure, ({ field, message }) => ({ [field]: message }));
    } else {
      feedback.success('文书已作废');
      onClose();
    }
    await outcome.renewal;
  };

  return (
    <ConfirmDialog
      action="作废"
      code={document.name}
      {...(document.documentNumber !== '' && { subject: document.documentNumber })}
      hasTextField
      dangerous
      undo={{ isPossible: false, text: '作废后不能恢复' }}
      submitting={running}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <CountedText
          label="作废原因"
          required
          rows={3}
          max={maxVoidReason}
          value={reason}
          problem={lengthProblem ?? problems.reason}
          onChange={(text) => {
            setReason(text);
            clearProblem('reason');
          }}
        />
      </Form>
      <ConfirmRows>
        <ConfirmRow label="办件中">文书标“已作废”，并写明原因、时间和作废人；仍可查看和下载</ConfirmRow>
        {document.verificationCode !== '' && (
          <ConfirmRow label="核验时">任何人核验该文书，显示“已作废”；不显示原因</ConfirmRow>
        )}
        {document.documentNumber !== '' && (
          <ConfirmRow label="文号">{document.documentNumber}不再编给其他文书</ConfirmRow>
        )}
      </ConfirmRows>
    </ConfirmDialog>
  );
}
