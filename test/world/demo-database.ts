import { loadRegions } from '#server/modules/organisation/regions/service.ts';
import { beginStep, finishStep } from '#server/seeds/seed.queries.ts';
import { createTestDatabase, filledTemplate } from './database.ts';
import { ownRegions } from './own-regions.ts';

/**
 * Creates a database for tests that need the first start of a demo but do not test it: the database is migrated and
 * has only the regions of the office, because migrations and regions take most of the time of a first start.
 */
export async function createDemoDatabase() {
  const template = await filledTemplate('banjian_own_regions', async ({ db }) => {
    await loadRegions({ db }, ownRegions());
    await beginStep(db, 'regions', new Date());
    await finishStep(db, 'regions', new Date());
  });
  return await createTestDatabase({ template });
}
