import { Button } from 'antd';
import { createContext, useContext, useEffect, useRef, useState } from 'react';
import { joinClasses } from '../styles/join-classes.ts';
import { AppModal, type AppModalProps } from './AppModal.tsx';
import styles from './dialog.module.css';
import { LossConfirmation } from './LossConfirmation.tsx';
import { submitOnEnter } from './submit-on-enter.ts';

const CancelContext = createContext<() => void>(() => undefined);

/**
 * Shows a dialog whose input is saved: Escape, going back, the X and 取消 ask before input is lost, and do not ask if
 * there is none; the browser asks before a reload. A custom footer must close by `CancelButton`, so that the question is never skipped.
 */
export function EditingModal(
  props: Omit<AppModalProps, 'onCancel'> & {
    /** Checks whether closing now would lose something; `useChanged` compares state. */
    unsaved: () => boolean;
    /** Text about the loss, if something other than input would be lost. */
    lossText?: string;
    /** Label of the button that keeps the dialog open, if it has no fields. */
    stayLabel?: string;
    onCancel: () => void;
  },
) {
  const {
    unsaved,
    lossText = '填写的内容尚未保存，关闭后不保留。',
    stayLabel = '继续填写',
    onCancel,
    children,
    ...others
  } = props;
  const [isQuestionOpen, setIsQuestionOpen] = useState(false);
  const cancel = () => (unsaved() ? setIsQuestionOpen(true) : onCancel());
  useUnloadQuestion(props.open === true, unsaved);
  const { onOk, confirmLoading, okButtonProps } = others;
  const maySend = onOk && !confirmLoading && !okButtonProps?.disabled && !okButtonProps?.danger;
  return (
    <CancelContext value={cancel}>
      <AppModal {...others} className={joinClasses(styles.edits, others.className)} onCancel={cancel}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: handles keys pressed in its fields */}
        <div onKeyDown={submitOnEnter(maySend ? () => onOk({} as never) : undefined)}>{children}</div>
      </AppModal>
      {isQuestionOpen && (
        <LossConfirmation
          title="有未保存的内容"
          hint={lossText}
          leaveLabel="不保存，关闭"
          stayLabel={stayLabel}
          onLeave={onCancel}
          onStay={() => setIsQuestionOpen(false)}
        />
      )}
    </CancelContext>
  );
}

/** Lets the browser ask before it reloads or closes the page while `unsaved` returns true. */
function useUnloadQuestion(isOpen: boolean, unsaved: () => boolean): void {
  const latest = useRef(unsaved);
  useEffect(() => {
    latest.current = unsaved;
  });
  useEffect(() => {
    if (!isOpen) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (latest.current()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isOpen]);
}

/** Shows 取消 in the footer of an `EditingModal`. */
export function CancelButton({ children = '取消' }: { children?: string }) {
  const cancel = useContext(CancelContext);
  return <Button onClick={cancel}>{children}</Button>;
}
