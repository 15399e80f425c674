import type { Region } from './region.ts';

/** A region as the server answers it. */
export const region = (code: string, name: string, level: number, isLeaf = false): Region => ({
  id: code,
  code,
  name,
  fullname: name,
  level,
  isLeaf,
});
