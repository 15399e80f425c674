import { Form } from 'antd';
import { useState } from 'react';
import { type ArchiveDestruction, archiveDestructions } from '#contract/archive-destructions.ts';
import { archiveLimits } from '#domain/archive/archive-state.ts';
import { CountedText } from '#web/toolkit/dialog/CountedText.tsx';
import { EditingModal } from '#web/toolkit/dialog/EditingModal.tsx';
import { useReportedMutation } from '#web/toolkit/feedback/use-reported-mutation.ts';
import { problemOfText } from './archive-texts.ts';

export interface DestructionDecision {
  kind: 'approve' | 'refuse';
  row: ArchiveDestruction;
}

/** Asks for confirmation of 批准销毁, after which the packages cannot be recovered, or of 退回. */
export function DestructionDecisionDialog(props: { decision: DestructionDecision; onClose: () => void }) {
  const { decision, onClose } = props;
  const { kind, row } = decision;
  const isApproval = kind === 'approve';
  const [opinion, setOpinion] = useState('');
  const [problem, setProblem] = useState<string>();
  const { mutation, running } = useReportedMutation(
    isApproval ? archiveDestructions.approve : archiveDestructions.refuse,
  );
  const submit = async () => {
    const newProblem = problemOfText(opinion, isApproval ? '请填写审批意见' : '请填写退回理由');
    setProblem(newProblem);
    if (newProblem !== undefined) return;
    const input = { params: { id: row.id }, body: { opinion: opinion.trim() } };
    if (await mutation(input, isApproval ? '已批准销毁' : `已退回清册${row.number}`)) onClose();
  };
  return (
    <EditingModal
      open
      title={`${isApproval ? '批准销毁' : '退回清册'} ${row.number}`}
      width={480}
      okText={isApproval ? '确认销毁' : '确认退回'}
      okButtonProps={{ danger: isApproval }}
      confirmLoading={running}
      onOk={() => void submit()}
      unsaved={() => opinion !== ''}
      onCancel={onClose}
    >
      <p>
        {isApproval
          ? `清册中 ${row.entries} 件档案的档案包将被销毁，不能恢复。档案目录和销毁清册仍保留，办件本身不受影响。`
          : `清册中 ${row.entries} 件档案不销毁，回到“拟销毁”，可以重新鉴定或重新编制。`}
      </p>
      <Form layout="vertical">
        <CountedText
          label={isApproval ? '审批意见' : '退回理由'}
          required
          rows={3}
          max={archiveLimits.purposeLength}
          value={opinion}
          onChange={setOpinion}
          problem={problem}
        />
      </Form>
    </EditingModal>
  );
}
