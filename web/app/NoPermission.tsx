import { Link } from 'react-router';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { isEmbedded } from '#web/toolkit/page/is-embedded.ts';
import { Page } from '#web/toolkit/page/Page.tsx';

export function NoPermission() {
  return (
    <Page title="无权限">
      <EmptyState
        title="您没有该菜单的权限，请联系管理员添加"
        // A screen without header and menu needs this link; inside another system, that system provides the
        // navigation.
        action={isEmbedded() ? undefined : <Link to="/">返回首页</Link>}
      />
    </Page>
  );
}

/** Shows that the account of the logged-in person has no screen to open. */
export function NoScreens() {
  return (
    <Page title="首页">
      <EmptyState title="您的账号没有可以打开的页面" hint="您的角色没有菜单，请联系安全管理员分配角色。" />
    </Page>
  );
}
