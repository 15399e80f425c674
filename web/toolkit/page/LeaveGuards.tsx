import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { type Blocker, useBlocker } from 'react-router';
import { findTopOverlay, type Overlay, takeAllowedBack } from '../dialog/overlays.ts';

/** Checks whether leaving the page now would lose input. */
type MustAsk = () => boolean;

type BlockedLeave = Extract<Blocker, { state: 'blocked' }>;

interface LeaveGuardState {
  guards: Set<{ current: MustAsk }>;
  question: { guard: unknown; leave: BlockedLeave } | undefined;
}

const LeaveGuardContext = createContext<LeaveGuardState>({ guards: new Set(), question: undefined });

/**
 * Decides over every navigation of the portal, because the router accepts only one blocker. Going back or forward
 * in the history while a dialog, sheet or drawer is open closes the topmost one, as Escape does, and the page
 * stays. Otherwise the page is asked (`useLeaveQuestion`).
 */
export function LeaveGuards({ children }: { children: ReactNode }) {
  const [guards] = useState(() => new Set<{ current: MustAsk }>());
  const overlay = useRef<Overlay>(undefined);
  const guard = useRef<{ current: MustAsk }>(undefined);
  const restored = useRef<Promise<void>>(undefined);
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    const isOwn = takeAllowedBack();
    overlay.current = historyAction === 'POP' && !isOwn ? findTopOverlay() : undefined;
    if (overlay.current !== undefined) restored.current = nextPopState();
    guard.current =
      overlay.current === undefined && currentLocation.pathname !== nextLocation.pathname
        ? [...guards].find(({ current: mustAsk }) => mustAsk())
        : undefined;
    return overlay.current !== undefined || guard.current !== undefined;
  });
  useEffect(() => {
    const top = overlay.current;
    if (blocker.state !== 'blocked' || top === undefined) return;
    // A dialog that is a page of its own goes back itself when it is closed.
    void restored.current?.then(() => {
      blocker.reset();
      top.close();
    });
  }, [blocker]);
  const state = useMemo(
    () => ({
      guards,
      question:
        blocker.state === 'blocked' && guard.current !== undefined
          ? { guard: guard.current, leave: blocker }
          : undefined,
    }),
    [guards, blocker],
  );
  return <LeaveGuardContext value={state}>{children}</LeaveGuardContext>;
}

/** Waits until the router has restored the entry of the page in the history of the browser. */
function nextPopState(): Promise<void> {
  return new Promise((resolve) => {
    window.addEventListener('popstate', () => resolve(), { once: true });
  });
}

/**
 * Returns the navigation to another page that waits for an answer, while `mustAsk` returned true for it: `proceed`
 * leaves, `reset` stays.
 */
export function useLeaveQuestion(mustAsk: MustAsk): BlockedLeave | undefined {
  const { guards, question } = useContext(LeaveGuardContext);
  const guard = useRef(mustAsk);
  useEffect(() => {
    guard.current = mustAsk;
  });
  useEffect(() => {
    guards.add(guard);
    return () => void guards.delete(guard);
  }, [guards]);
  return question?.guard === guard ? question.leave : undefined;
}
