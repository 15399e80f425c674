/**
 * Loads the batch tools through this file: it contains the names of their files, a kilobyte that the to-do list
 * then does not load.
 */
export const openBatch = () => import('./TodoBatch.tsx');
