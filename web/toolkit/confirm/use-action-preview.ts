import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ActionPreviewInput } from '#contract/action-preview.ts';
import { handling } from '#contract/handling.ts';
import { queryOf } from '#web/api/query-of.ts';

export type PreviewRequest = z.input<typeof ActionPreviewInput>;

/**
 * Requests the preview of an action, again with each choice; the last answer stays until the next is loaded.
 * `enabled`: the choices are sufficient, and the action is not being sent: the live event of its own change
 * would request the preview of a closed task.
 */
export function useActionPreview(request: PreviewRequest, enabled = true) {
  return useQuery({
    ...queryOf(handling.previewAction, { body: request }),
    enabled,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}
