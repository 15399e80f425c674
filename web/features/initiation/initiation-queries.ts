import { queryOptions } from '@tanstack/react-query';
import { catalogue } from '#contract/catalogue.ts';
import { initiation } from '#contract/initiation.ts';
import { call } from '#web/api/call.ts';

export const draftQueries = 'drafts';

/** The item as it is published now, with the forms that the initiator fills in. */
export function itemQuery(taskCode: string) {
  return queryOptions({
    queryKey: ['catalogue', 'item', taskCode],
    queryFn: ({ signal }) => call(catalogue.item, { params: { taskCode } }, { signal }),
  });
}

/** A draft is read once per visit: what is typed afterwards is newer than what the server holds. */
export function draftQuery(draftId: string) {
  return queryOptions({
    queryKey: [draftQueries, 'one', draftId],
    queryFn: ({ signal }) => call(initiation.draft, { params: { workorderId: draftId } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}
