import { loadRegions } from '#server/modules/organisation/regions/service.ts';
import { beginStep, finishStep } from '#server/seeds/seed.queries.ts';
import { createTestDatabase, filledTemplate } from './database.ts';
import { ownRegions } from './own-regions.ts';

/**
 * Creates a database for the first start of a demo that a test needs but does not prove: it is migrated, and has the
 * regions of the office alone, which together take most of the time of that start.
 */
export async function createDemoDatabase() {
  const template = await filledTemplate('banjian_own_regions', async ({ db }) => {
    await loadRegions({ db }, ownRegions());
    await beginStep(db, 'regions', new Date());
    await finishStep(db, 'regions', new Date());
  });
  return await createTestDatabase({ template });
}
