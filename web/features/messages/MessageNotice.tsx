import { CloseOutlined } from '@ant-design/icons';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Message } from '#contract/messages.ts';
import { addressOf } from './message-address.ts';
import styles from './messages.module.css';

const noticeSeconds = 30;
const swipePixels = 60;

/**
 * Shows one new message next to the bell or in the area below the header, without covering any control; it
 * disappears automatically, but not while hovered. On a touch screen it is swiped away sideways.
 */
export function MessageNotice(props: { message: Message; onClose: () => void }) {
  const { message, onClose } = props;
  const [isHovered, setIsHovered] = useState(false);
  useEffect(() => {
    if (isHovered) return;
    const timer = setTimeout(onClose, noticeSeconds * 1000);
    return () => clearTimeout(timer);
  }, [isHovered, onClose]);
  const address = addressOf(message);
  const startX = useRef<number>(undefined);
  const handleSwipe = ({ clientX }: PointerEvent) => {
    if (startX.current !== undefined && Math.abs(clientX - startX.current) > swipePixels) onClose();
    startX.current = undefined;
  };
  const hoverHandlers = { onFocus: () => setIsHovered(true), onBlur: () => setIsHovered(false) };
  return (
    <div
      role="status"
      className={styles.notice}
      onPointerEnter={() => setIsHovered(true)}
      onPointerLeave={() => setIsHovered(false)}
      onPointerDown={({ clientX, pointerType }) => {
        if (pointerType === 'touch') startX.current = clientX;
      }}
      onPointerUp={handleSwipe}
    >
      <span className={styles.noticeText} title={message.content}>
        {message.title}
      </span>
      {address !== undefined && (
        <Link to={address} onClick={onClose} {...hoverHandlers}>
          {message.kind === 'export' ? '去下载' : '查看办件'}
        </Link>
      )}
      <button
        type="button"
        className={styles.noticeClose}
        aria-label="关闭提醒"
        onClick={onClose}
        {...hoverHandlers}
      >
        <CloseOutlined aria-hidden="true" />
      </button>
    </div>
  );
}
