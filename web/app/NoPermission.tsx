import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { Page } from '#web/toolkit/page/Page.tsx';

export function NoPermission() {
  return (
    <Page title="无权限">
      <EmptyState title="您没有该菜单的权限，请联系管理员添加" />
    </Page>
  );
}
