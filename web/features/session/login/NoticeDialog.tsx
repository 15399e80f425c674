import { useEffect, useId, useRef } from 'react';
import loginCardStyles from './login-card.module.css';

/** Shows a short notice that must be acknowledged, such as the disabled account of errcode 501 (S0 §4). */
export function NoticeDialog(props: { open: boolean; title: string; text: string; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    if (props.open && element && !element.open) element.showModal();
    if (!props.open && element?.open) element.close();
  }, [props.open]);
  return (
    <dialog ref={dialog} className={loginCardStyles.notice} aria-labelledby={id} onClose={props.onClose}>
      <h2 id={id}>{props.title}</h2>
      <p>{props.text}</p>
      <button type="button" className={loginCardStyles.submit} onClick={props.onClose}>
        知道了
      </button>
    </dialog>
  );
}
