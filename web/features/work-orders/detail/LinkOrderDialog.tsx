import { Form, Input, Radio } from 'antd';
import { useState } from 'react';
import { type LinkedOrder, petitions } from '#contract/petitions.ts';
import {
  type ManualLink,
  manualLinks,
  petitionLimits,
  petitionLinkLabel,
} from '#domain/petitions/petition-links.ts';
import { isBlank } from '#domain/texts/characters.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { EditingModal } from '#web/toolkit/dialog/EditingModal.tsx';
import { useProblems } from '#web/toolkit/dialog/use-problems.ts';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import { useReportedMutation } from '#web/toolkit/feedback/use-reported-mutation.ts';

/** Links the order with an earlier one: which, how and why. */
export function LinkOrderDialog(props: {
  code: string;
  /** The order and the kind with which the dialog opens. */
  initial: { earlierCode: string; kind: ManualLink };
  onClose: () => void;
}) {
  const { code, initial, onClose } = props;
  const [kind, setKind] = useState(initial.kind);
  const [earlierCode, setEarlierCode] = useState(initial.earlierCode);
  const [note, setNote] = useState('');
  const { run, running } = useMutation(petitions.link);
  const { problems, showProblems, clearProblem, applyServerProblems } = useProblems();
  const feedback = useFeedback();
  const submit = async () => {
    if (isBlank(earlierCode)) return showProblems({ earlierCode: '请输入办件流水号' });
    const body = { kind, earlierCode: earlierCode.trim(), note };
    const outcome = await run({ params: { workorderCode: code }, body });
    if (outcome.kind === 'ignored') return;
    if (outcome.kind === 'failed') {
      return applyServerProblems(outcome.failure, ({ field, message }) => ({ [field]: message }));
    }
    feedback.success(`已与 ${body.earlierCode} 关联`);
    onClose();
  };
  return (
    <EditingModal
      open
      title="关联办件"
      width={520}
      okText="关联"
      confirmLoading={running}
      unsaved={() => note !== '' || earlierCode !== initial.earlierCode}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label="关联方式">
          <Radio.Group
            aria-label="关联方式"
            value={kind}
            options={manualLinks.map((value) => ({ value, label: petitionLinkLabel[value] }))}
            onChange={({ target }) => setKind(target.value as ManualLink)}
          />
        </Form.Item>
        <Form.Item
          label="办件流水号"
          htmlFor="link-code"
          required
          help={problems.earlierCode ?? (kind === 'repeat' ? '本件重复的原信访件' : undefined)}
          validateStatus={problems.earlierCode === undefined ? '' : 'error'}
        >
          <Input
            id="link-code"
            aria-required
            maxLength={20}
            inputMode="numeric"
            value={earlierCode}
            onChange={({ target }) => {
              setEarlierCode(target.value);
              clearProblem('earlierCode');
            }}
          />
        </Form.Item>
        <Form.Item label="理由" htmlFor="link-note">
          <Input.TextArea
            id="link-note"
            autoSize={{ minRows: 2, maxRows: 6 }}
            maxLength={petitionLimits.reason}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        </Form.Item>
      </Form>
    </EditingModal>
  );
}

/** Removes a link, with the reason. */
export function UnlinkDialog(props: { code: string; link: LinkedOrder; onClose: () => void }) {
  const { code, link, onClose } = props;
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const { mutation, running } = useReportedMutation(petitions.unlink);
  const submit = async () => {
    if (isBlank(reason)) return setMissing(true);
    const body = { linkId: link.linkId, reason };
    const removed = await mutation({ params: { workorderCode: code }, body }, '已解除关联');
    if (removed) onClose();
  };
  return (
    <EditingModal
      open
      title={`解除与 ${link.workorderCode} 的关联`}
      width={520}
      okText="解除关联"
      okButtonProps={{ danger: true }}
      confirmLoading={running}
      unsaved={() => reason !== ''}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item
          label="解除理由"
          htmlFor="unlink-reason"
          required
          help={isMissing ? '请填写解除关联的理由' : '两件办件都不再显示这一关联，记录保留在审计日志中'}
          validateStatus={isMissing ? 'error' : ''}
        >
          <Input.TextArea
            id="unlink-reason"
            aria-required
            autoSize={{ minRows: 2, maxRows: 6 }}
            maxLength={petitionLimits.reason}
            value={reason}
            onChange={({ target }) => {
              setReason(target.value);
              setMissing(false);
            }}
          />
        </Form.Item>
      </Form>
    </EditingModal>
  );
}
