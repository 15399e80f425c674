import { useQuery } from '@tanstack/react-query';
import { shellSettingsQuery } from '#web/toolkit/page/embedding.ts';

/**
 * Returns the login address: the configured one, else that of this window, which may not work for every
 * person. Undefined until it is loaded.
 */
export function useSignInAddress(): string | undefined {
  const { data, isError } = useQuery(shellSettingsQuery);
  if (data) return data.portalOrigin ?? window.location.origin;
  return isError ? window.location.origin : undefined;
}
