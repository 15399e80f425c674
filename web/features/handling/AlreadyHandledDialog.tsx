import { Button } from 'antd';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';

/** Shows that a colleague acted first, and offers to load the current state of the order. */
export function AlreadyHandledDialog(props: { text: string; onReload: () => void }) {
  return (
    <AppModal
      open
      title={props.text}
      width={440}
      onCancel={props.onReload}
      footer={
        <Button type="primary" onClick={props.onReload}>
          查看最新进展
        </Button>
      }
    >
      <p>您的操作没有生效，办件未被重复办理。已填写的处理意见仍然保留。</p>
    </AppModal>
  );
}
