import { Button } from 'antd';
import { AppModal } from './AppModal.tsx';

/** Asks before input is lost; the focused button, Escape and the X keep it. With `keep` it can also be stored. */
export function LossConfirmation(props: {
  title: string;
  hint: string;
  leave: string;
  stay: string;
  onLeave: () => void;
  onStay: () => void;
  /** Stores the input and leaves: the main choice. */
  keep?: { label: string; onKeep: () => void } | undefined;
}) {
  const { title, hint, leave, stay, onLeave, onStay, keep } = props;
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
        <Button key="stay" type={keep ? 'default' : 'primary'} onClick={onStay}>
          {stay}
        </Button>,
        keep && (
          <Button key="keep" type="primary" onClick={keep.onKeep}>
            {keep.label}
          </Button>
        ),
      ]}
    >
      <p>{hint}</p>
    </AppModal>
  );
}
