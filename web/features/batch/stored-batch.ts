import { sessionPrefix } from '#web/api/session-storage-prefix.ts';

/** Storage key of a running batch in the tab, from which a reload restores it. */
export const storedBatch = `${sessionPrefix}batch`;
