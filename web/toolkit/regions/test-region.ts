import type { Region } from './region.ts';

/** Returns a region as in a server answer. */
export const region = (code: string, name: string, level: number, isLeaf = false): Region => ({
  id: code,
  code,
  name,
  fullname: name,
  level,
  isLeaf,
});
