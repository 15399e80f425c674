import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ActionPreviewInput } from '#contract/action-preview.ts';
import { handling } from '#contract/handling.ts';
import { call } from '#web/api/call.ts';

export type PreviewAsked = z.input<typeof ActionPreviewInput>;

/** Asks what an action would do; asked anew with each choice, the last answer stands until the next is there. `enabled`: there is enough to ask by. */
export function useActionPreview(asked: PreviewAsked, enabled = true) {
  return useQuery({
    queryKey: [handling.previewAction.path, asked],
    queryFn: ({ signal }) => call(handling.previewAction, { body: asked }, { signal }),
    enabled,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}
