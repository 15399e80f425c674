import { Button } from 'antd';
import { refusalRow } from '#domain/refusals/refusals.ts';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import type { Item } from './use-initiation.ts';

/** The applicant already has an unfinished order for the item (S1 §8); the server's words name it. */
export function DuplicateDialog(props: {
  text: string;
  item: Pick<Item, 'name' | 'applicantWord'>;
  onClose: () => void;
}) {
  const { text, item, onClose } = props;
  return (
    <AppModal
      open
      title={refusalRow.unfinishedOrderExists.text}
      width={460}
      onCancel={onClose}
      footer={
        <Button type="primary" autoFocus onClick={onClose}>
          知道了
        </Button>
      }
    >
      <p>
        {text.replace(/^申请权限校验不通过：?/, '') ||
          `该${item.applicantWord}已有未办结的“${item.name}”办件。`}
      </p>
      <p>请核对证件号码；确需再次申请的，请待原办件办结后提交。</p>
    </AppModal>
  );
}
