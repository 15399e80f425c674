import { useQuery } from '@tanstack/react-query';
import { shellSettingsQuery } from '#web/toolkit/page/embedding.ts';

/**
 * Where people sign in: the address that the office has set, and where it has set none the one that this window has, by
 * which not everybody may reach the portal. Undefined until it is known.
 */
export function useSignInAddress(): string | undefined {
  const { data, isError } = useQuery(shellSettingsQuery);
  if (data) return data.portalOrigin ?? window.location.origin;
  return isError ? window.location.origin : undefined;
}
