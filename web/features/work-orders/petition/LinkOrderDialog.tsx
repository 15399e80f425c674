import { Form, Input, Radio } from 'antd';
import { useState } from 'react';
import { petitions } from '#contract/petitions.ts';
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
