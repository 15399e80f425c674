import { CheckCircleFilled, RollbackOutlined, WarningFilled } from '@ant-design/icons';
import { Button, Checkbox } from 'antd';
import { type ReactNode, useState } from 'react';
import { CancelButton, EditingModal } from '../dialog/EditingModal.tsx';
import styles from './confirm.module.css';
import type { EndKind } from './outcome-texts.ts';

/** Warning before an action that ends an order and cannot be undone. */
export const irreversibleWarning = '流程结束，不能恢复';

/** Returns a label such as `确认退回`; a button that already contains 确认 does not get it twice. */
export function confirmLabel(action: string): string {
  return action.startsWith('确认') ? action : `确认${action}`;
}

/**
 * Shows the confirmation before every action, in the same layout everywhere: verb and number, the order, the
 * choices, the outcome of the action (`OutcomeRows`), and in the foot the note on undoing it. For an action
 * that ends the order without a result, a red text and a tick are required, and the button 取消 has the focus;
 * for a normal conclusion the text is green.
 */
export function ConfirmDialog(props: {
  action: string;
  code: string;
  /** Title of the matter. */
  subject?: string;
  /** Number of affected entries, after the label of the main button. */
  countText?: string;
  /** True if the dialog contains choices and is wide enough for them. */
  hasChoices?: boolean;
  /** `wide`: choice and rules are side by side. */
  width?: 'wide';
  /** True if it contains a text field, which gets the focus. */
  hasTextField?: boolean;
  /** The kind of end that the action gives the order, if it ends it. */
  ending?: EndKind | undefined;
  /** True for a red button although the order goes on: content is deleted, or the vote is no. */
  dangerous?: boolean;
  /** Note on the left of the foot: until when it can be undone, or that it cannot. */
  undo?: { isPossible: boolean; text: string };
  /** A result that may be below the edge of the dialog, named next to the button. */
  footNote?: string | undefined;
  /** True while it cannot be confirmed. */
  disabled?: boolean;
  /**
   * Returns true if typed text would be lost with the dialog; text that is stored elsewhere does not count.
   */
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
    countText = '',
    width,
    hasChoices = false,
    hasTextField = false,
    ending,
    dangerous = false,
    undo,
    footNote,
    disabled,
    unsaved = () => false,
  } = props;
  const { submitting, onConfirm, onCancel, children } = props;
  const [isTicked, setIsTicked] = useState(false);
  const isTermination = ending === 'terminated';
  return (
    <EditingModal
      open
      className={styles.confirm}
      width={width === 'wide' ? 1120 : hasChoices ? 800 : 600}
      title={
        <>
          {action} {code}
          {subject !== undefined && <span className={styles.subject}>{subject}</span>}
        </>
      }
      unsaved={unsaved}
      initialFocus={hasChoices || hasTextField ? 'field' : 'button'}
      onCancel={onCancel}
      footer={
        <div className={styles.foot}>
          <span className={styles.undo}>
            {footNote !== undefined && <span className={styles.footNote}>{footNote}</span>}
            {isTermination && (
              // Next to the button that needs it, visible in a low window too.
              <Checkbox checked={isTicked} onChange={(event) => setIsTicked(event.target.checked)}>
                我已核对，确认结束 {code}
              </Checkbox>
            )}
            {undo !== undefined && ending === undefined && (
              <>
                {undo.isPossible && <RollbackOutlined aria-hidden />} {undo.text}
              </>
            )}
          </span>
          <CancelButton />
          <Button
            type="primary"
            danger={isTermination || dangerous}
            loading={submitting}
            disabled={disabled === true || (isTermination && !isTicked)}
            onClick={onConfirm}
          >
            {confirmLabel(action)}
            {countText}
          </Button>
        </div>
      }
    >
      {isTermination && (
        <div className={styles.termination} role="alert">
          <WarningFilled aria-hidden />
          <div>
            <strong>{irreversibleWarning}</strong>
            <p>确认后本件不再流转，任何人都不能撤回或继续办理。</p>
          </div>
        </div>
      )}
      {ending === 'concluded' && (
        <div className={styles.conclusion}>
          <CheckCircleFilled aria-hidden />
          <p>确认后本件办结，流程结束，不能撤回。</p>
        </div>
      )}
      {children}
    </EditingModal>
  );
}
