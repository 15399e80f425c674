import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { preferences } from '#contract/preferences.ts';
import { PortalTheme } from '#domain/enumerations/portal-theme.ts';
import { call, newIdempotencyKey } from '#web/api/call.ts';
import { chosenTheme, showTheme, watchTheme } from '#web/api/chosen-theme.ts';
import { meQuery, useMe } from '#web/api/use-me.ts';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';

/**
 * Returns the theme of this person and a function that switches it; stored on the server, so that it is the
 * same on every device.
 */
export function usePersonalTheme(): { isElder: boolean; switchTheme: () => void } {
  const theme = useSyncExternalStore(watchTheme, chosenTheme);
  const own = useMe()?.theme;
  const client = useQueryClient();
  const feedback = useFeedback();
  // The theme may have been changed on another device since the last login here.
  useEffect(() => {
    if (own && own !== chosenTheme()) showTheme(own);
  }, [own]);
  const isElder = theme === PortalTheme.elder;
  const switchTheme = async () => {
    const next = isElder ? PortalTheme.standard : PortalTheme.elder;
    showTheme(next);
    try {
      await call(preferences.save, { body: { theme: next } }, { idempotencyKey: newIdempotencyKey() });
      client.setQueryData(meQuery.queryKey, (me) => me && { ...me, theme: next });
    } catch (failure) {
      feedback.failure(failure);
    }
  };
  return { isElder, switchTheme: () => void switchTheme() };
}
