import { Button } from 'antd';
import { AppModal } from './AppModal.tsx';

/** Asks before input is lost; the focused button, Escape and the X keep it. */
export function LossConfirmation(props: {
  title: string;
  hint: string;
  leave: string;
  stay: string;
  onLeave: () => void;
  onStay: () => void;
}) {
  const { title, hint, leave, stay, onLeave, onStay } = props;
  return (
    <AppModal
      open
      title={title}
      width={440}
      onCancel={onStay}
      footer={[
        <Button key="leave" danger onClick={onLeave}>
          {leave}
        </Button>,
        <Button key="stay" type="primary" onClick={onStay}>
          {stay}
        </Button>,
      ]}
    >
      <p>{hint}</p>
    </AppModal>
  );
}
