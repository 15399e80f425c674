import { Button } from 'antd';
import { AppModal } from './AppModal.tsx';
import styles from './dialog.module.css';

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
      footer={
        <div className={styles.ways}>
          <Button danger onClick={onLeave}>
            {leave}
          </Button>
          <Button type={keep ? 'default' : 'primary'} onClick={onStay}>
            {stay}
          </Button>
          {keep && (
            <Button type="primary" onClick={keep.onKeep}>
              {keep.label}
            </Button>
          )}
        </div>
      }
    >
      <p>{hint}</p>
    </AppModal>
  );
}
