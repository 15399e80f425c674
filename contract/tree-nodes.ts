import { z } from 'zod';

/**
 * Keys of a tree node (S2 §3) that repeat others for the trees of old clients: `title` is the name, `key` the id.
 * A level is loaded by its parent, so an answer contains no children.
 */
export const treeNodeKeys = {
  title: z.string(),
  key: z.string(),
  children: z.array(z.never()),
};

/** Returns the keys that repeat the name and the id of a node. */
export function treeNodeKeysOf({ id, name }: { id: string; name: string }) {
  return { title: name, key: id, children: [] };
}
