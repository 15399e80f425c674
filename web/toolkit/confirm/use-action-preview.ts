import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ActionPreviewInput } from '#contract/action-preview.ts';
import { handling } from '#contract/handling.ts';
import { queryOf } from '#web/api/query-of.ts';

export type PreviewAsked = z.input<typeof ActionPreviewInput>;

/**
 * Asks what an action would do; asked anew with each choice, the last answer stands until the next is there. `enabled`:
 * there is enough to ask by, and the action is not on its way: what it does itself is news that would ask once more, of a
 * task that is gone.
 */
export function useActionPreview(asked: PreviewAsked, enabled = true) {
  return useQuery({
    ...queryOf(handling.previewAction, { body: asked }),
    enabled,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}
