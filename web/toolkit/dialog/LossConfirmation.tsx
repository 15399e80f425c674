import { Button } from 'antd';
import { AppModal } from './AppModal.tsx';
import styles from './dialog.module.css';

/** Asks before input is lost; the focused button, Escape and the X keep it. With `save` it can also be stored. */
export function LossConfirmation(props: {
  title: string;
  hint: string;
  leaveLabel: string;
  stayLabel: string;
  onLeave: () => void;
  onStay: () => void;
  /** Stores the input and leaves: the main choice. */
  save?: { label: string; isSaving?: boolean; onKeep: () => void } | undefined;
}) {
  const { title, hint, leaveLabel, stayLabel, onLeave, onStay, save } = props;
  return (
    <AppModal
      open
      title={title}
      width={440}
      onCancel={onStay}
      footer={
        <div className={styles.buttons}>
          <Button danger onClick={onLeave}>
            {leaveLabel}
          </Button>
          <Button type={save ? 'default' : 'primary'} onClick={onStay}>
            {stayLabel}
          </Button>
          {save && (
            <Button type="primary" loading={save.isSaving ?? false} onClick={save.onKeep}>
              {save.label}
            </Button>
          )}
        </div>
      }
    >
      <p>{hint}</p>
    </AppModal>
  );
}
