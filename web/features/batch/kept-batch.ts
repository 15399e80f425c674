/** Where a batch that is under way is kept in the tab's own storage, so that a reload finds it again. */
export const keptBatch = 'banjian.batch';
