import { Button } from 'antd';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { RichText } from '#web/toolkit/rich-text/RichText.tsx';

/** 办事指南 of the item that is being started. */
export function GuideDialog(props: { itemName: string; guide: string; onClose: () => void }) {
  return (
    <AppModal
      open
      title={`办事指南：${props.itemName}`}
      width={720}
      onCancel={props.onClose}
      footer={
        <Button type="primary" onClick={props.onClose}>
          关闭
        </Button>
      }
    >
      <RichText text={props.guide} />
    </AppModal>
  );
}
