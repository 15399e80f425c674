import { readRegions } from '#server/seeds/data/regions.ts';

/**
 * Yields the regions above the demo office and its towns: the whole tree takes most of the time of an
 * office's seed.
 */
export function* ownRegions() {
  for (const region of readRegions()) {
    if (['330000', '330100'].includes(region.code) || region.code.startsWith('330127')) yield region;
  }
}
