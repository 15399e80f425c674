import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Seconds that the longest files took in a whole run on two cores; all others take less than the last of them. */
const seconds: Readonly<Record<string, number>> = {
  'test/operations/backup.test.ts': 66,
  'test/old-offices.test.ts': 64,
  'server/kernel/database/embedded/cluster-lock.test.ts': 44,
  'test/operations/encrypted-backup.test.ts': 40,
  'server/modules/records/files/pools.test.ts': 38,
  'test/operations/closed-folders.test.ts': 37,
  'server/main.test.ts': 36,
  'test/operations/full-restore-disk.test.ts': 36,
  'test/fuzz/fuzz.test.ts': 33,
  'test/operations/killed-during-actions.test.ts': 33,
  'server/adapters/files/s3/s3-store.test.ts': 33,
  'test/operations/postgres-15.test.ts': 31,
  'test/operations/read-only-database.test.ts': 27,
  'test/operations/full-database-disk.test.ts': 26,
  'server/framework/jobs/lost-database.test.ts': 25,
  'server/kernel/processes/child-pool.test.ts': 24,
  'test/operations/migrate.test.ts': 23,
  'server/modules/cases/messages/deliver.test.ts': 22,
  'test/operations/mode-and-keys.test.ts': 21,
  'server/seeds/seed.test.ts': 19,
  'test/operations/full-backup-disk.test.ts': 19,
  'test/operations/two-roles.test.ts': 18,
  'server/kernel/database/embedded/supervisor.test.ts': 18,
  'test/operations/start-and-stop.test.ts': 16,
  'test/operations/production-size.test.ts': 15,
  'server/modules/cases/documents/killed-server.test.ts': 15,
  'server/modules/operations/backup/silent-database.test.ts': 15,
  'web/app/unsaved-input.test.tsx': 14,
  'test/model/every-action.test.ts': 13,
  'server/modules/records/files/hostile-files.test.ts': 13,
  'server/modules/records/files/killed.test.ts': 13,
  'test/operations/lost-database.test.ts': 12,
  'test/operations/full-disk.test.ts': 11,
  'web/toolkit/list/ListPage.test.tsx': 10,
  'server/kernel/folders/folder.test.ts': 10,
  'server/adapters/file-processing/inspection/inspector.test.ts': 10,
};

/** Begins the longest files first, so that no worker is left alone with one at the end. */
export class LongestFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification): number =>
      seconds[relative(this.ctx.config.root, moduleId)] ?? 0;
    const project = new Map(sorted.map((file, index) => [file.project.name, index]));
    // The order of the projects stays: a worker is made anew for each of them.
    return sorted.sort(
      (one, other) =>
        (project.get(one.project.name) ?? 0) - (project.get(other.project.name) ?? 0) ||
        rank(other) - rank(one),
    );
  }
}
