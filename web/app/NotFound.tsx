import { Link } from 'react-router';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { Page } from '#web/toolkit/page/Page.tsx';

export function NotFound() {
  return (
    <Page title="页面不存在">
      <EmptyState
        title="没有找到这个页面"
        hint="地址可能已经变更或输入有误。"
        action={<Link to="/">返回首页</Link>}
      />
    </Page>
  );
}
