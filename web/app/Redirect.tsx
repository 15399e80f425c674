import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * Replaces its address by `to`, unless the person has opened another screen whose code is still loading: that
 * screen's address is already in the browser, and the redirect would undo it.
 */
export function Redirect({ to }: { to: string }) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (location.pathname === pathname) void navigate(to, { replace: true });
  }, [pathname, to, navigate]);
  return null;
}
