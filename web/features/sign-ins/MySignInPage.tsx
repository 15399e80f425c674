import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { mySignIns } from '#contract/my-sign-ins.ts';
import { queryOf } from '#web/api/query-of.ts';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { Card } from '#web/toolkit/page/Card.tsx';
import { Page } from '#web/toolkit/page/Page.tsx';
import { useReturnPath } from '#web/toolkit/page/use-return-path.ts';
import { EndOtherSessionsButton, OwnBrowsers, OwnLoginEvents, OwnSessions } from './OwnSessions.tsx';

/** Shows 我的登录: the second factor of the user's own account, its sessions, and its login attempts. */
export function MySignInPage({ factor }: { factor: ReactNode }) {
  const returnPath = useReturnPath('/');
  const signInsQuery = useQuery(queryOf(mySignIns.show, {}));
  const retry = () => void signInsQuery.refetch();
  return (
    <Page title="我的登录" {...returnPath}>
      <Card title="二次验证">{factor}</Card>
      {!signInsQuery.isSuccess && (
        <Card title="登录会话">
          {signInsQuery.isPending && <SkeletonRows rows={8} />}
          {signInsQuery.isError && <FailureState failure={signInsQuery.error} onRetry={retry} />}
        </Card>
      )}
      {signInsQuery.isSuccess && (
        <>
          <Card
            title="登录会话"
            extra={<EndOtherSessionsButton others={signInsQuery.data.sessions.length - 1} />}
          >
            <OwnSessions rows={signInsQuery.data.sessions} />
          </Card>
          <Card title="记住密码的浏览器">
            <OwnBrowsers rows={signInsQuery.data.browsers} />
          </Card>
          <Card title="最近登录记录">
            <OwnLoginEvents rows={signInsQuery.data.events} />
          </Card>
        </>
      )}
    </Page>
  );
}
