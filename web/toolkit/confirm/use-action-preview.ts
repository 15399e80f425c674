import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ActionPreviewInput } from '#contract/action-preview.ts';
import { handling } from '#contract/handling.ts';
import { queryOf } from '#web/api/query-of.ts';

export type PreviewAsked = z.input<typeof ActionPreviewInput>;

/**
 * Asks the server for the outcome of an action, anew with each choice; the last answer stands until the next is there.
 * `enabled`: the choices suffice for a question, and the action is not being sent: the news of its own change would
 * cause one more question, about a task that is gone.
 */
export function useActionPreview(asked: PreviewAsked, enabled = true) {
  return useQuery({
    ...queryOf(handling.previewAction, { body: asked }),
    enabled,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}
