import { Navigate } from 'react-router';
import { useMe } from '#web/api/use-me.ts';
import { findLandingPath } from '#web/features/menus/menu-tree.ts';
import { useMenus } from '#web/features/menus/use-menus.ts';
import { ScreenSkeleton } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { NoScreens } from './NoPermission.tsx';

/** `/` goes on to the screen that this user's menu prefers (S0 §2). */
export function Landing() {
  const menus = useMenus();
  const me = useMe();
  if (menus === undefined || me === undefined) return <ScreenSkeleton />;
  const path = findLandingPath(menus, me.defaultLanding);
  return path === undefined ? <NoScreens /> : <Navigate to={path} replace />;
}
