/**
 * The tools of a batch, one step away: the names of all the files that they need are a kilobyte, which stands here and not
 * in what the to-do list loads.
 */
export const openBatch = () => import('./TodoBatch.tsx');
