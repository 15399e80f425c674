import { Button } from 'antd';
import { useRef } from 'react';
import { AppModal } from './AppModal.tsx';

/** Asks before something that was typed is lost; what keeps it is the button in focus, Escape and the X. */
export function LossQuestion(props: {
  title: string;
  hint: string;
  leave: string;
  stay: string;
  onLeave: () => void;
  onStay: () => void;
}) {
  const { title, hint, leave, stay, onLeave, onStay } = props;
  const staying = useRef<HTMLButtonElement>(null);
  return (
    <AppModal
      open
      title={title}
      width={440}
      onCancel={onStay}
      // Over another dialog the focus that comes with drawing is taken back by that dialog.
      afterOpenChange={(open) => open && staying.current?.focus()}
      footer={[
        <Button key="leave" danger onClick={onLeave}>
          {leave}
        </Button>,
        <Button key="stay" ref={staying} type="primary" autoFocus onClick={onStay}>
          {stay}
        </Button>,
      ]}
    >
      <p>{hint}</p>
    </AppModal>
  );
}
