import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import styles from './shell.module.css';

const watch = (onChange: () => void) => onlineManager.subscribe(onChange);

/**
 * Says while the network is gone that it is, for what was asked of the server waits until it is back: without a word that
 * looks like a button that does nothing. It is a line of the strip of notices, and lies over nothing.
 */
export function ConnectionState() {
  const isOnline = useSyncExternalStore(watch, () => onlineManager.isOnline());
  return (
    <div role="status" className={isOnline ? 'visually-hidden' : styles.offline}>
      {!isOnline && '网络已断开，恢复后自动继续'}
    </div>
  );
}
