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
import { noteArrival } from '#web/toolkit/page/arrival.ts';
import { type Screen, ScreenContext } from '#web/toolkit/screen/screen.ts';
import { handleOf } from './route-handle.ts';
import { ScreenErrorBoundary } from './ScreenErrorBoundary.tsx';
import styles from './screens.module.css';

interface Stored {
  path: string;
  outlet: ReactNode;
  location: Location;
  keepAlive: boolean;
  screen: Screen;
}

const maxStored = 12;

/**
 * Shows the matched screen and keeps those whose route says `keepAlive` mounted but hidden. A hidden screen
 * sees its last location, so that it never renders for another screen's address.
 */
export function KeepAliveOutlet() {
  const outlet = useOutlet();
  const location = useLocation();
  const navigationType = useNavigationType();
  const matches = useMatches();
  const handle = handleOf(matches.at(-1)?.handle);
  const mountedScreens = useRef<readonly Stored[]>([]);
  const previous = useRef<{ path: string; refreshes: boolean } | undefined>(undefined);

  const arrived = previous.current?.path !== location.pathname;
  const refresh = arrived && previous.current?.refreshes === true;
  const screens = arrange(mountedScreens.current, {
    outlet,
    location,
    keepAlive: handle?.keepAlive === true,
    refresh,
  });

  useLayoutEffect(() => {
    mountedScreens.current = screens;
    previous.current = { path: location.pathname, refreshes: handle?.reloadsPreviousList === true };
    noteArrival(location.pathname);
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
 * beyond the limit the oldest is dropped.
 */
function arrange(
  before: readonly Stored[],
  now: { outlet: ReactNode; location: Location; keepAlive: boolean; refresh: boolean },
): readonly Stored[] {
  const path = now.location.pathname;
  const known = before.find((entry) => entry.path === path);
  const refreshes = (known?.screen.refreshes ?? 0) + (known !== undefined && now.refresh ? 1 : 0);
  const unchanged = known?.screen.active === true && known.screen.refreshes === refreshes;
  const screen = unchanged ? known.screen : { active: true, refreshes };
  const current: Stored = {
    path,
    outlet: now.outlet,
    location: now.location,
    keepAlive: now.keepAlive,
    screen,
  };
  const stay = before
    .filter((entry) => entry.path === path || entry.keepAlive)
    .map((entry) => (entry.path === path ? current : hide(entry)));
  const all = known === undefined ? [...stay, current] : stay;
  return all.length <= maxStored ? all : all.filter((entry, index) => index > 0 || entry === current);
}

function hide(entry: Stored): Stored {
  return entry.screen.active ? { ...entry, screen: { ...entry.screen, active: false } } : entry;
}
