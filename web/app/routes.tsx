import { Button } from 'antd';
import { lazy, Suspense } from 'react';
import type { RouteObject } from 'react-router';
import { findLandingPath, showsFirstSteps } from '#domain/menus/landing.ts';
import { useMe } from '#web/api/use-me.ts';
import { useMenus } from '#web/features/menus/use-menus.ts';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { ScreenSkeleton } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { LeaveGuards } from '#web/toolkit/page/LeaveGuards.tsx';
import { NoScreens } from './NoPermission.tsx';
import { Redirect } from './Redirect.tsx';
import { buildScreenRoutes } from './screens.tsx';
import { Shell } from './shell/Shell.tsx';

const SetupLanding = lazy(() => import('./SetupLanding.tsx'));

export const routes: RouteObject[] = [
  {
    element: (
      <LeaveGuards>
        <Shell />
      </LeaveGuards>
    ),
    errorElement: <RootProblem />,
    children: [
      { index: true, element: <Landing />, handle: { title: '首页', access: 'open' } },
      ...buildScreenRoutes(),
    ],
  },
];

/** Redirects `/` to the first screen of this user's menu (S0 §2). */
function Landing() {
  const menus = useMenus();
  const me = useMe();
  if (menus === undefined || me === undefined) return <ScreenSkeleton />;
  const path = findLandingPath(menus, me.defaultLanding);
  if (path === undefined) return <NoScreens />;
  if (!showsFirstSteps(menus, path)) return <Redirect to={path} />;
  return (
    <Suspense fallback={<ScreenSkeleton />}>
      <SetupLanding path={path} />
    </Suspense>
  );
}

/** Shows an error outside every screen. */
function RootProblem() {
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
