import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { notifyParent, shellSettingsQuery } from '#web/toolkit/page/embedding.ts';

/** Notifies the embedding application of each change of screen, and when the portal is left altogether. */
export function ParentNotifier() {
  const { pathname } = useLocation();
  const client = useQueryClient();
  const path = useRef(pathname);

  useEffect(() => {
    if (path.current === pathname) return;
    void notifyParent(client, { type: 'leave', path: path.current, to: pathname });
    path.current = pathname;
  }, [pathname, client]);

  useEffect(() => {
    // Loaded in advance: a closing page has no time for requests.
    void client.prefetchQuery(shellSettingsQuery);
    const leave = () => void notifyParent(client, { type: 'leave', path: path.current, to: null });
    window.addEventListener('pagehide', leave);
    return () => window.removeEventListener('pagehide', leave);
  }, [client]);

  return null;
}
