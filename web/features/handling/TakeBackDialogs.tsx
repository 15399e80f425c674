import { Form, Input } from 'antd';
import { useState } from 'react';
import { handling } from '#contract/handling.ts';
import { countCharacters } from '#domain/texts/characters.ts';
import { maxReasonLength } from '#domain/workflow/limits.ts';
import { faultOfReason } from '#domain/workflow/opinion.ts';
import { useAction } from '#web/api/use-action.ts';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';

/** 撤回 by the last handler: a reason of up to 200 characters; my task opens again (S1 §9). */
export function WithdrawDialog(props: {
  orderCode: string;
  traceId: string;
  /** The node whose step is taken back. */
  nodeName: string;
  onDone: () => void;
  onClose: () => void;
}) {
  const { orderCode, traceId, nodeName, onDone, onClose } = props;
  const { run, running } = useAction(handling.withdraw);
  const feedback = useFeedback();
  const [reason, setReason] = useState('');
  const fault = faultOfReason(reason);
  const submit = async () => {
    if (fault !== undefined) return;
    const outcome = await run({
      params: { workorderCode: orderCode },
      body: { traceId, reason: reason.trim() },
    });
    if (outcome.kind === 'failed') return feedback.failure(outcome.failure);
    if (outcome.kind === 'ignored') return;
    feedback.success('撤回成功');
    onDone();
  };
  return (
    <AppModal
      open
      title="撤回"
      width={480}
      okText="确认撤回"
      confirmLoading={running}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <p>撤回后，下一环节的待办关闭，“{nodeName}”环节由您重新办理。</p>
      <Form layout="vertical" component={false}>
        <Form.Item label="撤回原因" htmlFor="withdraw-reason" validateStatus={fault && 'error'} help={fault}>
          <Input.TextArea
            id="withdraw-reason"
            autoFocus
            rows={3}
            count={{ show: true, max: maxReasonLength, strategy: countCharacters }}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Form.Item>
      </Form>
    </AppModal>
  );
}

/** 撤回 by the initiator, after one question (S1 §4). */
export function RecallDialog(props: { orderCode: string; onDone: () => void; onClose: () => void }) {
  const { orderCode, onDone, onClose } = props;
  const { run, running } = useAction(handling.recall);
  const feedback = useFeedback();
  const submit = async () => {
    const outcome = await run({ params: { workorderCode: orderCode }, body: { reason: '' } });
    if (outcome.kind === 'failed') return feedback.failure(outcome.failure);
    if (outcome.kind === 'ignored') return;
    feedback.success('撤回成功');
    onDone();
  };
  return (
    <AppModal
      open
      title="撤回办件"
      width={440}
      okText="确认撤回"
      okButtonProps={{ autoFocus: true }}
      confirmLoading={running}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <p>确认撤回办件 {orderCode} 吗？撤回后可以修改并重新提交。</p>
    </AppModal>
  );
}
