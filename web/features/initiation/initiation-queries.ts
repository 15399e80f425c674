import { catalogue } from '#contract/catalogue.ts';
import { initiation } from '#contract/initiation.ts';
import { queryOf } from '#web/api/query-of.ts';

/** Returns the query of the published item, with the forms that the initiator fills in. */
export function itemQuery(taskCode: string) {
  return queryOf(catalogue.item, { params: { taskCode } });
}

/** The available items for petitions. */
export const petitionItemsQuery = {
  ...queryOf(catalogue.itemPage, { query: { petitions: 'true', size: 200 } }),
  staleTime: 5 * 60_000,
};

/** Returns the query of a draft, loaded once per visit: later input is newer than the copy on the server. */
export function draftQuery(draftId: string) {
  return {
    ...queryOf(initiation.draft, { params: { workorderId: draftId } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  };
}
