import { Activity, type ReactNode, Suspense, useLayoutEffect, useRef } from 'react';
import {
  type Location,
  UNSAFE_LocationContext,
  useLocation,
  useMatches,
  useNavigationType,
  useOutlet,
} from 'react-router';
import { ScreenSkeleton } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { recordArrival } from '#web/toolkit/page/arrival.ts';
import { type Screen, ScreenContext } from '#web/toolkit/screen/screen.ts';
import { handleOf } from './route-handle.ts';
import { ScreenErrorBoundary } from './ScreenErrorBoundary.tsx';
import styles from './screens.module.css';

interface MountedScreen {
  path: string;
  outlet: ReactNode;
  location: Location;
  keepAlive: boolean;
  screen: Screen;
}

const maxMounted = 12;

/**
 * Shows the matched screen and keeps those whose route sets `keepAlive` mounted but hidden. A hidden screen
 * has its last location, so that it never renders for another screen's address.
 */
export function KeepAliveOutlet() {
  const outlet = useOutlet();
  const location = useLocation();
  const navigationType = useNavigationType();
  const matches = useMatches();
  const handle = handleOf(matches.at(-1)?.handle);
  const mountedScreens = useRef<readonly MountedScreen[]>([]);
  const previous = useRef<{ path: string; mustReloadList: boolean } | undefined>(undefined);

  const hasPathChanged = previous.current?.path !== location.pathname;
  const refresh = hasPathChanged && previous.current?.mustReloadList === true;
  const screens = screensToMount(mountedScreens.current, {
    outlet,
    location,
    keepAlive: handle?.keepAlive === true,
    refresh,
  });

  useLayoutEffect(() => {
    mountedScreens.current = screens;
    previous.current = { path: location.pathname, mustReloadList: handle?.reloadsPreviousList === true };
    recordArrival(location.pathname);
  });

  return screens.map((entry) => (
    <ScreenContext.Provider key={entry.path} value={entry.screen}>
      <UNSAFE_LocationContext.Provider value={{ location: entry.location, navigationType }}>
        <Activity mode={entry.screen.active ? 'visible' : 'hidden'}>
          <div className={styles.screen}>
            <ScreenErrorBoundary>
              <Suspense fallback={<ScreenSkeleton />}>{entry.outlet}</Suspense>
            </ScreenErrorBoundary>
          </div>
        </Activity>
      </UNSAFE_LocationContext.Provider>
    </ScreenContext.Provider>
  ));
}

/**
 * Returns the screens to mount, each at its old position (a moved element would lose its scroll position);
 * beyond the limit the oldest is removed.
 */
function screensToMount(
  mounted: readonly MountedScreen[],
  next: { outlet: ReactNode; location: Location; keepAlive: boolean; refresh: boolean },
): readonly MountedScreen[] {
  const path = next.location.pathname;
  const existing = mounted.find((entry) => entry.path === path);
  const refreshCount =
    (existing?.screen.refreshCount ?? 0) + (existing !== undefined && next.refresh ? 1 : 0);
  const unchanged = existing?.screen.active === true && existing.screen.refreshCount === refreshCount;
  const screen = unchanged ? existing.screen : { active: true, refreshCount };
  const current: MountedScreen = {
    path,
    outlet: next.outlet,
    location: next.location,
    keepAlive: next.keepAlive,
    screen,
  };
  const remaining = mounted
    .filter((entry) => entry.path === path || entry.keepAlive)
    .map((entry) => (entry.path === path ? current : hide(entry)));
  const all = existing === undefined ? [...remaining, current] : remaining;
  return all.length <= maxMounted ? all : all.filter((entry, index) => index > 0 || entry === current);
}

function hide(entry: MountedScreen): MountedScreen {
  return entry.screen.active ? { ...entry, screen: { ...entry.screen, active: false } } : entry;
}
