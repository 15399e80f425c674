import { Modal, type ModalProps } from 'antd';
import { type RefObject, useEffect, useRef } from 'react';
import { useScreenActive } from '../screen/screen.ts';
import { joinClasses } from '../styles/join-classes.ts';
import styles from './dialog.module.css';
import { type DialogFocus, followFocus, type InitialFocus } from './dialog-focus.ts';
import { useFocusReturn } from './use-focus-return.ts';

export interface AppModalProps extends ModalProps {
  /** `button`: a confirmation without fields. */
  start?: InitialFocus;
}

/**
 * Shows the dialog of every screen: it disappears with its screen and reappears with it. NOTE: an open antd
 * Modal inside a hidden Activity crashes the screen on its return, so it is unmounted instead; state that
 * must outlive this belongs to the component that opens the dialog.
 */
export function AppModal({ start = 'field', ...props }: AppModalProps) {
  const active = useScreenActive();
  const focus = useRef<DialogFocus>(undefined);
  useFocusReturn();
  if (!active) return null;
  const asksLittle = typeof props.width === 'number' && props.width < widthOfScreens;
  const className = joinClasses(asksLittle ? styles.card : styles.screen, props.className);
  const sized = props.width === undefined ? defaultSize : undefined;
  return (
    <Modal
      centered
      mask={{ closable: false }}
      cancelText="取消"
      {...sized}
      {...props}
      className={className}
      afterOpenChange={(open) => {
        // Over another dialog, an autofocus is undone by that dialog.
        if (open) focus.current?.begin();
        props.afterOpenChange?.(open);
      }}
    >
      {props.children}
      <FocusKeeper open={props.open === true} start={start} focus={focus} />
    </Modal>
  );
}

/** Keeps the focus inside the dialog that contains this element. */
function FocusKeeper(props: {
  open: boolean;
  start: InitialFocus;
  focus: RefObject<DialogFocus | undefined>;
}) {
  const { open, start, focus } = props;
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const dialog = place.current?.closest<HTMLElement>('.ant-modal');
    if (!open || !dialog) return;
    const kept = followFocus(dialog, start);
    focus.current = kept;
    return kept.end;
  }, [open, start, focus]);
  return <span ref={place} hidden />;
}

/** Default size of a dialog (S0 §9, S2 §9). */
const defaultSize: ModalProps = { width: 1200, styles: { body: { height: '65vh', overflow: 'auto' } } };

/** From this width on, a dialog has enough content to fill a phone's screen. */
const widthOfScreens = 520;
