import { sessionPrefix } from '#web/api/session-cache.ts';

/** Where a batch that is under way is kept in the tab's own storage, so that a reload finds it again. */
export const keptBatch = `${sessionPrefix}batch`;
