/**
 * `DATA_DIR=… node test/world/past-portal.ts 3`: starts the portal of a running data folder with a clock that
 * stopped three days ago, for journeys about things that began then. It prints its address on the first line,
 * ends when its standard input ends, and then wakes the running portal, whose jobs end the limits that have passed.
 * Until then the running portal does not search for them: otherwise it could end a limit between two steps.
 */
import { join } from 'node:path';
import { sql } from 'kysely';
import { readSecrets } from '#server/kernel/database/embedded/secrets.ts';
import { databaseUrl } from '#server/kernel/database/embedded/supervisor-connection.ts';
import { openFixedPortal } from '../visual/fixed-portal.ts';

const { DATA_DIR: dataDir = '' } = process.env;
const agoMs = Number(process.argv[2]) * 86_400_000;
const { password, port } = await readSecrets(join(dataDir, 'postgres', 'cluster'));
const portal = await openFixedPortal(
  dataDir,
  databaseUrl('banjian', password, port, 'banjian'),
  undefined,
  () => new Date(Date.now() - agoMs),
);
/** Lets the running portal plan its next search for ended limits after this time. */
const planLimitsAfter = (seconds: number) =>
  sql`update graphile_worker._private_known_crontabs set last_execution = now() + make_interval(secs => ${seconds})
      where identifier = 'work-order.limits'`.execute(portal.database.db);
await planLimitsAfter(3_600);
console.log(await portal.listen(0));
for await (const _ of process.stdin);
await planLimitsAfter(0);
portal.context.notifier.wake('work-order.limits');
await portal.close();
