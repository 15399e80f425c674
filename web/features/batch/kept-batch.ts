import { sessionPrefix } from '#web/api/session-cache.ts';

/** The key of a running batch in the storage of the tab, from which a reload restores it. */
export const keptBatch = `${sessionPrefix}batch`;
