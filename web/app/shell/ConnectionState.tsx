import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import styles from './shell.module.css';

const watch = (onChange: () => void) => onlineManager.subscribe(onChange);

/**
 * Shows that the network is down, because requests wait until it is back: without this notice buttons seem to
 * do nothing. It is a line of the notice area and covers nothing.
 */
export function ConnectionState() {
  const isOnline = useSyncExternalStore(watch, () => onlineManager.isOnline());
  return (
    <div role="status" className={isOnline ? 'visually-hidden' : styles.offline}>
      {!isOnline && '网络已断开，恢复后自动继续'}
    </div>
  );
}
