import { Form, Input } from 'antd';
import { useState } from 'react';
import { askingOthers } from '#contract/asking-others.ts';
import type { PanelView } from '#contract/panels.ts';
import { countCharacters } from '#domain/texts/characters.ts';
import { maxReasonLength } from '#domain/workflow/limits.ts';
import { faultOfReason } from '#domain/workflow/opinion.ts';
import { useAction } from '#web/api/use-action.ts';
import { ConfirmDialog } from '#web/toolkit/confirm/ConfirmDialog.tsx';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';

/** 取消会签: while nobody has answered; the task comes back, and another countersign may be started (S1 §4). */
export function CallOffDialog({ panel, onClose }: { panel: PanelView; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const { run, running } = useAction(askingOthers.callOffCountersign);
  const feedback = useFeedback();
  const fault = faultOfReason(reason);
  const submit = async () => {
    if (fault !== undefined) return;
    const outcome = await run({ body: { traceId: panel.traceId, reason: reason.trim() } });
    if (outcome.kind === 'ignored') return;
    if (outcome.kind === 'done') feedback.success(outcome.data.message);
    else feedback.failure(outcome.failure);
    onClose();
  };
  return (
    <ConfirmDialog
      action="取消会签"
      code=""
      subject={panel.flowNodeName}
      asking
      submitting={running}
      onConfirm={() => void submit()}
      onCancel={onClose}
    >
      <p>{panel.seats.length} 个席位的会签待办将关闭，本环节回到您的待办，可以重新发起。</p>
      <Form layout="vertical" component={false}>
        <Form.Item label="取消原因" htmlFor="call-off-reason" validateStatus={fault && 'error'} help={fault}>
          <Input.TextArea
            id="call-off-reason"
            autoFocus
            rows={3}
            count={{ show: true, max: maxReasonLength, strategy: countCharacters }}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Form.Item>
      </Form>
    </ConfirmDialog>
  );
}
