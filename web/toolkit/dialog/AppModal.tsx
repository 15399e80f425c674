import { Modal, type ModalProps } from 'antd';
import { joinClasses } from '../page/join-classes.ts';
import { useScreenActive } from '../page/screen.ts';
import styles from './dialog.module.css';
import { useFocusReturn } from './use-focus-return.ts';

/**
 * The dialog of every screen: it leaves with its screen and is there again when the screen comes back.
 * NOTE: an open antd Modal inside a hidden Activity crashes the screen on its return, so that it is unmounted instead;
 * state that must outlive this belongs to the component that opens the dialog.
 */
export function AppModal(props: ModalProps) {
  const active = useScreenActive();
  useFocusReturn();
  if (!active) return null;
  const asksLittle = typeof props.width === 'number' && props.width < widthOfScreens;
  const className = joinClasses(asksLittle ? styles.card : styles.screen, props.className);
  const sized = props.width === undefined ? usualSize : undefined;
  return (
    <Modal
      centered
      mask={{ closable: false }}
      cancelText="取消"
      {...sized}
      {...props}
      className={className}
    />
  );
}

/** Of a dialog that says nothing of its size (S0 §9, S2 §9). */
const usualSize: ModalProps = { width: 1200, styles: { body: { height: '65vh', overflow: 'auto' } } };

/** From this width on a dialog has so much in it that it takes the whole of a phone. */
const widthOfScreens = 520;
