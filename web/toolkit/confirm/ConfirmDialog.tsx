import { CheckCircleFilled, RollbackOutlined, WarningFilled } from '@ant-design/icons';
import { Button, Checkbox } from 'antd';
import { type ReactNode, useState } from 'react';
import { CancelButton, EditingModal } from '../dialog/EditingModal.tsx';
import styles from './confirm.module.css';
import type { Ending } from './outcome-texts.ts';

/** Warning before an action that ends a matter for good. */
export const endsForGood = '流程结束，不能恢复';

/** `确认退回`; a button that already says 确认 does not say it twice. */
export function confirmWord(action: string): string {
  return action.startsWith('确认') ? action : `确认${action}`;
}

/**
 * The question before every action, the same everywhere: verb and number, the matter, the choices, the outcome of the
 * action (`OutcomeRows`), and at the foot the note on undoing it. The dialog of an action that breaks the matter off
 * says so in red and wants a tick, and the harmless button has the focus; the dialog of a usual conclusion says so in
 * green.
 */
export function ConfirmDialog(props: {
  action: string;
  code: string;
  /** Title of the matter. */
  subject?: string;
  /** The number of affected entries, behind the label of the main button. */
  sum?: string;
  /** The dialog contains choices and is wide enough for them. */
  choosing?: boolean;
  /** `wide`: choice and rules stand side by side. */
  width?: 'wide';
  /** There is something to write in it, which has the focus. */
  asking?: boolean;
  /** The order is over with it. */
  ending?: Ending | undefined;
  /** Red without ending: contents go. */
  dangerous?: boolean;
  /** At the left of the foot: until when it can be taken back, or that it cannot. */
  undo?: { can: boolean; text: string };
  /** Not yet, or not at all. */
  disabled?: boolean;
  /** Returns true where text was written that is lost with the dialog; text that is kept elsewhere does not count. */
  unsaved?: () => boolean;
  submitting: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  children: ReactNode;
}) {
  const {
    action,
    code,
    subject,
    sum = '',
    width,
    choosing = false,
    asking = false,
    ending,
    dangerous = false,
    undo,
    disabled,
    unsaved = () => false,
  } = props;
  const { submitting, onConfirm, onCancel, children } = props;
  const [ticked, setTicked] = useState(false);
  const ends = ending === 'broken off';
  return (
    <EditingModal
      open
      className={styles.confirm}
      width={width === 'wide' ? 1120 : choosing ? 800 : 600}
      title={
        <>
          {action} {code}
          {subject !== undefined && <span className={styles.subject}>{subject}</span>}
        </>
      }
      unsaved={unsaved}
      start={choosing || asking ? 'field' : 'button'}
      onCancel={onCancel}
      footer={
        <div className={styles.foot}>
          <span className={styles.undo}>
            {ends && (
              // Beside the button that waits for it, in sight in a low window too.
              <Checkbox checked={ticked} onChange={(event) => setTicked(event.target.checked)}>
                我已核对，确认结束 {code}
              </Checkbox>
            )}
            {undo !== undefined && ending === undefined && (
              <>
                {undo.can && <RollbackOutlined aria-hidden />} {undo.text}
              </>
            )}
          </span>
          <CancelButton />
          <Button
            type="primary"
            danger={ends || dangerous}
            loading={submitting}
            disabled={disabled === true || (ends && !ticked)}
            onClick={onConfirm}
          >
            {confirmWord(action)}
            {sum}
          </Button>
        </div>
      }
    >
      {ends && (
        <div className={styles.ending} role="alert">
          <WarningFilled aria-hidden />
          <div>
            <strong>{endsForGood}</strong>
            <p>确认后本件不再流转，任何人都不能撤回或继续办理。</p>
          </div>
        </div>
      )}
      {ending === 'concluded' && (
        <div className={styles.concluding}>
          <CheckCircleFilled aria-hidden />
          <p>确认后本件办结，流程结束，不能撤回。</p>
        </div>
      )}
      {children}
    </EditingModal>
  );
}
