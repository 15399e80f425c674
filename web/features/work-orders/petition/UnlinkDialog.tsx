import { Form, Input } from 'antd';
import { useState } from 'react';
import { type LinkedOrder, petitions } from '#contract/petitions.ts';
import { petitionLimits } from '#domain/petitions/petition-links.ts';
import { isBlank } from '#domain/texts/characters.ts';
import { EditingModal } from '#web/toolkit/dialog/EditingModal.tsx';
import { useReportedMutation } from '#web/toolkit/feedback/use-reported-mutation.ts';

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
