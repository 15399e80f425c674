import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { useLocation, useMatches } from 'react-router';
import type { MenuNode } from '#contract/menus.ts';
import { writeStored } from '#web/api/read-stored.ts';
import { sessionPrefix } from '#web/api/session-storage-prefix.ts';
import { useMe } from '#web/api/use-me.ts';
import {
  findActivePath,
  findSubSystem,
  isEntry,
  isInMenu,
  listSubSystems,
} from '#web/features/menus/menu-tree.ts';
import { useMenus } from '#web/features/menus/use-menus.ts';
import { ForcedPasswordChange } from '#web/features/session/ForcedPasswordChange.tsx';
import { noticesId } from '#web/toolkit/feedback/notices-id.ts';
import { optionalPart } from '#web/toolkit/lazy-parts/optional-part.ts';
import { isEmbedded } from '#web/toolkit/page/is-embedded.ts';
import { detailUrl } from '#web/toolkit/page/order-address.ts';
import { type Breadcrumbs, BreadcrumbsContext } from '#web/toolkit/page/Page.tsx';
import { joinClasses } from '#web/toolkit/styles/join-classes.ts';
import { KeepAliveOutlet } from '../KeepAliveOutlet.tsx';
import { LiveQueries } from '../LiveQueries.tsx';
import { NoPermission } from '../NoPermission.tsx';
import { handleOf, type RouteHandle } from '../route-handle.ts';
import { ConnectionState } from './ConnectionState.tsx';
import { Header } from './Header.tsx';
import { menuCollapsedKey } from './menu-collapsed.ts';
import noticeStyles from './notices.module.css';
import { Reminders } from './Reminders.tsx';
import { SideMenu } from './SideMenu.tsx';
import styles from './shell.module.css';
import { useFrameScrollPositions } from './use-frame-scroll-positions.ts';

// Most offices do not use it; if its code cannot be loaded, the screen is shown without the watermark.
const ReaderWatermark = lazy(() =>
  optionalPart(async () => (await import('./ReaderWatermark.tsx')).ReaderWatermark),
);

/** Only for the portal inside another application; if its code cannot be loaded, the portal still works. */
const ParentNotifier = lazy(() =>
  optionalPart(async () => (await import('./ParentNotifier.tsx')).ParentNotifier),
);

const previousPathKey = `${sessionPrefix}cameFrom`;

/** Shows no part of the portal to a user who still has a one-time password. */
export function Shell() {
  const me = useMe();
  return me?.mustChangePassword ? <ForcedPasswordChange me={me} /> : <Frame />;
}

/** Shows the frame around every screen: 88 px of header, the side menu, and the kept screens. */
function Frame() {
  const menus = useMenus();
  const { pathname, search } = useLocation();
  const handle = handleOf(useMatches().at(-1)?.handle);
  const [collapsed, setCollapsed] = useState(() => localStorage.getItem(menuCollapsedKey) === '1');

  const me = useMe();
  const path = useActivePath(menus ?? [], { pathname, search }, handle);
  const systems = listSubSystems(menus ?? []);
  const system = findSubSystem(menus ?? [], path, me?.defaultLanding);
  const breadcrumbs = useBreadcrumbs(path, pathname);
  const forbidden =
    menus !== undefined && handle?.access === 'menu' && !isInMenu(menus, pathname, handle.menuParents);

  useFrameScrollPositions();
  const toggle = () => {
    writeStored(menuCollapsedKey, collapsed ? '0' : '1');
    setCollapsed(!collapsed);
  };

  const embedded = isEmbedded();
  const bare =
    embedded ||
    handle?.layout === 'none' ||
    (handle?.layout === 'optional' && search.includes('layout=none'));

  return (
    <div className={joinClasses(styles.shell, collapsed && styles.collapsed)} data-bare={bare || undefined}>
      {/* A button, not a link: an address with an anchor would move the focus again at every return. */}
      <button
        type="button"
        className={styles.skipLink}
        onClick={() => document.getElementById('content')?.focus()}
      >
        跳到主要内容
      </button>
      <LiveQueries />
      <Suspense>
        {me?.watermark && <ReaderWatermark me={me} />}
        {embedded && <ParentNotifier />}
      </Suspense>
      {!bare && (
        <>
          <Header systems={systems} activeSystem={system?.code} />
          <SideMenu
            nodes={system?.children ?? []}
            loading={menus === undefined}
            activeId={path.at(-1)?.id}
            collapsed={collapsed}
            onToggle={toggle}
          />
        </>
      )}
      <div id={noticesId} className={noticeStyles.notices}>
        <ConnectionState />
        <Reminders />
      </div>
      <main id="content" className={styles.content} tabIndex={-1}>
        {forbidden ? (
          <NoPermission />
        ) : (
          <BreadcrumbsContext.Provider value={breadcrumbs}>
            <KeepAliveOutlet />
          </BreadcrumbsContext.Provider>
        )}
      </main>
    </div>
  );
}

/**
 * Returns the menu path to highlight; the last shown entry is stored for the tab, so that a reloaded detail
 * page still has it.
 */
function useActivePath(
  menus: readonly MenuNode[],
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  handle: RouteHandle | undefined,
): readonly MenuNode[] {
  const previousPath = sessionStorage.getItem(previousPathKey);
  const path = findActivePath(menus, pathname, {
    isEntryOrBelow: handle?.access === 'menu',
    menuParents: handle?.menuParents,
    previousPath: previousPath,
    isOrderWithoutTask: pathname.startsWith(detailUrl('')) && !new URLSearchParams(search).has('traceId'),
  });
  useEffect(() => {
    if (isEntry(path, pathname)) writeStored(previousPathKey, pathname, 'sessionStorage');
  });
  return path;
}

/** Returns the breadcrumbs above the screen, and the title of the entry for the entry's own screen. */
function useBreadcrumbs(path: readonly MenuNode[], pathname: string): Breadcrumbs {
  const isOwn = isEntry(path, pathname);
  const parts = path.map(({ title, url, children }) => [title, children.length > 0 ? '' : url]);
  const key = JSON.stringify([isOwn, parts]);
  return useMemo(() => parseBreadcrumbs(key), [key]);
}

/** Parses the place from its text, so that a reloaded menu with the same content causes no render. */
function parseBreadcrumbs(key: string): Breadcrumbs {
  const [isOwn, parts] = JSON.parse(key) as [boolean, [title: string, url: string][]];
  const parents = isOwn ? parts.slice(0, -1) : parts;
  return {
    crumbs: parents.map(([title, url]) => (url === '' ? { title } : { title, url })),
    entryTitle: isOwn ? parts.at(-1)?.[0] : undefined,
  };
}
