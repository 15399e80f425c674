import { Button } from 'antd';
import type { ReactNode } from 'react';
import { AppModal } from '../dialog/AppModal.tsx';
import { SkeletonRows } from '../feedback/ScreenSkeleton.tsx';
import styles from './confirm.module.css';

/**
 * Shows the result of an action: 关闭 and 返回列表页 return (S1 §2), the last button opens the next task, if any.
 * While parts of the result are loading, their space is reserved, so that no button moves under the finger.
 */
export function DoneDialog(props: {
  title: string;
  /** Title of the matter. */
  subject: string;
  icon: ReactNode;
  next: { text: string; onOpen: () => void } | undefined;
  isLoading: boolean;
  onLeave: () => void;
  children: ReactNode;
}) {
  const { title, subject, icon, next, isLoading, onLeave, children } = props;
  return (
    <AppModal
      open
      className={styles.confirm}
      width={600}
      title={
        <span className={styles.doneTitle}>
          {icon}
          <span>
            {title}
            <span className={styles.subject}>{subject}</span>
          </span>
        </span>
      }
      onCancel={onLeave}
      footer={
        <div className={styles.foot}>
          <span className={styles.undo} />
          <Button onClick={onLeave}>关闭</Button>
          <Button
            data-first-focus
            type={next === undefined && !isLoading ? 'primary' : 'default'}
            onClick={onLeave}
          >
            返回列表页
          </Button>
          {isLoading && (
            <Button className={styles.reserved} aria-hidden disabled tabIndex={-1}>
              办理下一件
            </Button>
          )}
          {!isLoading && next !== undefined && (
            <Button type="primary" onClick={next.onOpen}>
              {next.text}
            </Button>
          )}
        </div>
      }
    >
      {isLoading ? <SkeletonRows rows={4} /> : children}
    </AppModal>
  );
}
