import { Link, useLocation, useParams } from 'react-router';
import { findAddress } from '#domain/addresses/old-addresses.ts';
import { findPlannedAddress } from '#domain/addresses/planned-addresses.ts';
import { firstPageOf, listMenuLeaves } from '#domain/menus/landing.ts';
import { useMenus } from '#web/features/menus/use-menus.ts';
import { ThirdAppPage } from '#web/features/third-apps/ThirdAppPage.tsx';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { ScreenSkeleton } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { Page } from '#web/toolkit/page/Page.tsx';
import { useReturnPath } from '#web/toolkit/page/use-return-path.ts';
import { NoPermission } from '../NoPermission.tsx';
import { Redirect } from '../Redirect.tsx';

/** Modules whose root has no screen of its own: it opens the first of its entries in this person's menu. */
const moduleRoots = ['/business', '/third'];

/**
 * Shows the page of another system, and every address without a screen: it redirects to the target, or shows
 * that it is not available yet or does not exist.
 */
export function FallbackScreen() {
  const { pathname, search } = useLocation();
  const { code } = useParams();
  if (code !== undefined) return <ThirdAppPage code={code} />;
  const address = findAddress(pathname);
  const plannedAddress = findPlannedAddress(pathname);
  if (address !== undefined) return <Redirect to={address + search} />;
  if (moduleRoots.includes(pathname)) return <ModuleRoot root={pathname} />;
  return plannedAddress === undefined ? <NotFound /> : <NotAvailableYet {...plannedAddress} />;
}

function ModuleRoot({ root }: { root: string }) {
  const menus = useMenus();
  if (menus === undefined) return <ScreenSkeleton />;
  const first = firstPageOf(listMenuLeaves(menus).filter(({ url }) => url.startsWith(`${root}/`)));
  return first === undefined ? <NoPermission /> : <Redirect to={first.url} />;
}

function NotAvailableYet({ name, advice }: { name: string; advice: string }) {
  const returnPath = useReturnPath('/');
  return (
    <Page title={name} crumbs={[]} {...returnPath}>
      <EmptyState title="该功能尚未开放" hint={advice} action={<Link to="/">返回首页</Link>} />
    </Page>
  );
}

function NotFound() {
  return (
    <Page title="页面不存在" crumbs={[]}>
      <EmptyState
        title="没有找到这个页面"
        hint="地址可能已经变更或输入有误。"
        action={<Link to="/">返回首页</Link>}
      />
    </Page>
  );
}
