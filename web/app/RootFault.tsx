import { Button } from 'antd';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';

/** The last net: a fault outside every screen. */
export function RootFault() {
  return (
    <main>
      <EmptyState
        title="系统出现异常"
        hint="请重新加载页面；如仍然出现，请联系管理员。"
        action={
          <Button type="primary" onClick={() => location.reload()}>
            重新加载
          </Button>
        }
      />
    </main>
  );
}
