import { Button } from 'antd';
import { Component, type ReactNode } from 'react';
import { isCallError } from '#web/api/call-error.ts';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import styles from './screens.module.css';

/** Confines an error to its screen; menu, header and the other kept screens stay usable. */
export class ScreenErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    const requestId = isCallError(error) ? error.requestId : undefined;
    return (
      <div role="alert" className={styles.screenError}>
        <EmptyState
          title={isStaleChunk(error) ? '系统已更新，请重新加载页面' : '该页面出现异常，其他页面不受影响'}
          hint={
            requestId === undefined
              ? '请重试；如仍然出现，请联系管理员。'
              : `请联系管理员，并提供请求编号：${requestId}`
          }
          action={
            <Button
              type="primary"
              onClick={() => (isStaleChunk(error) ? location.reload() : this.setState({ error: undefined }))}
            >
              {isStaleChunk(error) ? '重新加载' : '重试'}
            </Button>
          }
        />
      </div>
    );
  }
}

/** Checks for a missing chunk: after an update, the server no longer has those of an open page. */
function isStaleChunk(problem: unknown): boolean {
  return problem instanceof TypeError && /dynamically imported module|module script/i.test(problem.message);
}
