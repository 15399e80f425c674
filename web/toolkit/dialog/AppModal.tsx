import { Modal, type ModalProps } from 'antd';
import { type RefObject, useEffect, useRef } from 'react';
import { useScreenActive } from '../screen/screen.ts';
import { joinClasses } from '../styles/join-classes.ts';
import styles from './dialog.module.css';
import { type DialogFocus, type InitialFocus, manageFocus } from './dialog-focus.ts';
import { useOverlay } from './overlays.ts';
import { useFocusReturn } from './use-focus-return.ts';

export interface AppModalProps extends ModalProps {
  /** `button`: a confirmation without fields. */
  initialFocus?: InitialFocus;
}

/**
 * Shows the dialog of every screen: it disappears with its screen and reappears with it. NOTE: an open antd
 * Modal inside a hidden Activity crashes the screen on its return, so it is unmounted instead; state that
 * must outlive this belongs to the component that opens the dialog.
 */
export function AppModal({ initialFocus = 'field', ...props }: AppModalProps) {
  const active = useScreenActive();
  const focus = useRef<DialogFocus>(undefined);
  useFocusReturn();
  useOverlay(
    active && props.open === true,
    props.keyboard === false ? undefined : () => props.onCancel?.({} as never),
  );
  if (!active) return null;
  const isNarrow = typeof props.width === 'number' && props.width < widthOfScreens;
  const className = joinClasses(isNarrow ? styles.card : styles.screen, props.className);
  const sizeProps = props.width === undefined ? defaultSize : undefined;
  return (
    <Modal
      centered
      mask={{ closable: false }}
      cancelText="取消"
      {...sizeProps}
      {...props}
      className={className}
      afterOpenChange={(open) => {
        // Over another dialog, an autofocus is undone by that dialog.
        if (open) focus.current?.begin();
        props.afterOpenChange?.(open);
      }}
    >
      {props.children}
      <FocusKeeper open={props.open === true} start={initialFocus} focus={focus} />
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
  const marker = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const dialog = marker.current?.closest<HTMLElement>('.ant-modal');
    if (!open || !dialog) return;
    const dialogFocus = manageFocus(dialog, start);
    focus.current = dialogFocus;
    return dialogFocus.end;
  }, [open, start, focus]);
  return <span ref={marker} hidden />;
}

/** Default size of a dialog (S0 §9, S2 §9). */
const defaultSize: ModalProps = { width: 1200, styles: { body: { height: '65vh', overflow: 'auto' } } };

/** From this width on, a dialog has enough content to fill a phone's screen. */
const widthOfScreens = 520;
