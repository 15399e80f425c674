import { useQuery } from '@tanstack/react-query';
import { shellSettingsQuery } from '#web/toolkit/page/embedding.ts';

/**
 * Returns the sign-in address: the one that the office has set, else the one that this window has, by which
 * not every person may reach the portal. Undefined until it is known.
 */
export function useSignInAddress(): string | undefined {
  const { data, isError } = useQuery(shellSettingsQuery);
  if (data) return data.portalOrigin ?? window.location.origin;
  return isError ? window.location.origin : undefined;
}
