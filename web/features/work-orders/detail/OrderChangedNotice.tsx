import { Alert, Button } from 'antd';

/**
 * Shows that a colleague acted while the user was working; typed values stay until the user loads the new
 * state.
 */
export function OrderChangedNotice(props: { isClosed: boolean; statusLabel: string; onReload: () => void }) {
  return (
    <Alert
      type={props.isClosed ? 'warning' : 'info'}
      showIcon
      role="status"
      title={`该办件已有新的进展，当前状态：${props.statusLabel}`}
      description={
        props.isClosed ? '本环节已被办理或关闭，不能再提交；您填写的内容仍保留在页面上。' : undefined
      }
      action={<Button onClick={props.onReload}>查看最新进展</Button>}
    />
  );
}

/**
 * Shows that the order was passed to other people and the reader may not see it any more; the page shows the last
 * readable state.
 */
export function AccessLostNotice(props: { onLeave: () => void }) {
  return (
    <Alert
      type="warning"
      showIcon
      role="status"
      title="该办件已转到其他环节，您已不能查看最新进展"
      description="页面上是您最后能看到的内容，不能再提交。"
      action={<Button onClick={props.onLeave}>返回列表页</Button>}
    />
  );
}
