import { Button } from 'antd';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';

/** The applicant already has an unfinished order for the item (S1 §8); the server's words name it. */
export function DuplicateDialog(props: { text: string; itemName: string; onClose: () => void }) {
  const { text, itemName, onClose } = props;
  return (
    <AppModal
      open
      title="申请权限校验不通过"
      width={460}
      onCancel={onClose}
      footer={
        <Button type="primary" autoFocus onClick={onClose}>
          知道了
        </Button>
      }
    >
      <p>{text.replace(/^申请权限校验不通过：?/, '') || `该申请人已有未办结的“${itemName}”办件。`}</p>
      <p>请核对证件号码；确需再次申请的，请待原办件办结后提交。</p>
    </AppModal>
  );
}
