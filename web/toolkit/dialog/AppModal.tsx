import { Modal, type ModalProps } from 'antd';
import { useScreenActive } from '../page/screen.ts';

/**
 * The dialog of every screen: it leaves with its screen and is there again when the screen comes back.
 * NOTE: an open antd Modal inside a hidden Activity crashes the screen on its return, so that it is unmounted instead;
 * state that must outlive this belongs to the component that opens the dialog.
 */
export function AppModal(props: ModalProps) {
  const active = useScreenActive();
  return active ? <Modal centered mask={{ closable: false }} cancelText="取消" {...props} /> : null;
}
