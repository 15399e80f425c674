import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useMatches } from 'react-router';
import type { MenuNode } from '#contract/menus.ts';
import { findMenuTrail, isInMenu, listSubSystems } from '#web/features/menus/menu-tree.ts';
import { useMenus } from '#web/features/menus/use-menus.ts';
import { CrumbsContext } from '#web/toolkit/page/crumbs.ts';
import { KeepAliveOutlet } from '../KeepAliveOutlet.tsx';
import { LiveQueries } from '../LiveQueries.tsx';
import { NoPermission } from '../NoPermission.tsx';
import { handleOf } from '../route-handle.ts';
import { Header } from './Header.tsx';
import { SideMenu } from './SideMenu.tsx';

const collapsedKey = 'banjian.sideMenuCollapsed';

/** The frame around every screen: 88 px of header, the side menu, and the kept screens. */
export function Shell() {
  const menus = useMenus();
  const { pathname } = useLocation();
  const handle = handleOf(useMatches().at(-1)?.handle);
  const [collapsed, setCollapsed] = useState(() => localStorage.getItem(collapsedKey) === '1');

  const trail = useActiveTrail(menus ?? [], pathname);
  const systems = listSubSystems(menus ?? []);
  const system =
    systems.find((node) => node.id === trail[0]?.id) ?? systems.find((node) => node.code === 'workportal');
  // The entry itself is the page's own title; only what lies above it leads there.
  const above = trail
    .slice(0, -1)
    .map((node) => node.title)
    .join('\n');
  const crumbs = useMemo(
    () =>
      above
        .split('\n')
        .filter(Boolean)
        .map((title) => ({ title })),
    [above],
  );
  const forbidden = menus !== undefined && handle?.access === 'menu' && !isInMenu(menus, pathname);

  const toggle = () => {
    localStorage.setItem(collapsedKey, collapsed ? '0' : '1');
    setCollapsed(!collapsed);
  };

  return (
    <div className={collapsed ? 'shell shell-collapsed' : 'shell'}>
      <a className="skip-link" href="#content">
        跳到主要内容
      </a>
      <LiveQueries />
      <Header systems={systems} activeSystem={system?.code} />
      <SideMenu
        nodes={system?.children ?? []}
        loading={menus === undefined}
        activeId={trail.at(-1)?.id}
        collapsed={collapsed}
        onToggle={toggle}
      />
      <main id="content" className="content" tabIndex={-1}>
        {forbidden ? (
          <NoPermission />
        ) : (
          <CrumbsContext.Provider value={crumbs}>
            <KeepAliveOutlet />
          </CrumbsContext.Provider>
        )}
      </main>
    </div>
  );
}

/** A screen that is no menu entry itself, such as a detail page, leaves the entry marked that led there. */
function useActiveTrail(menus: readonly MenuNode[], pathname: string): readonly MenuNode[] {
  const last = useRef<readonly MenuNode[]>([]);
  const trail = findMenuTrail(menus, pathname);
  const exact = trail.at(-1)?.url === pathname;
  const shown = exact || last.current.length === 0 ? trail : last.current;
  useEffect(() => {
    if (exact) last.current = trail;
  });
  return shown;
}
