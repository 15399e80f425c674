import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type MarkReadInput, messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { renewAfter } from '#web/api/query-of.ts';

/**
 * Returns a function that marks messages as read and renews every place that shows them; it returns the number of
 * messages that were unread.
 */
export function useMarkRead(): (form: MarkReadInput) => Promise<number> {
  const client = useQueryClient();
  return useCallback(
    async (body) => {
      const { count } = await call(messages.markRead, { body });
      await renewAfter(client, messages.markRead);
      return count;
    },
    [client],
  );
}
