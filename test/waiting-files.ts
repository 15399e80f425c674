/**
 * The call tests that mostly wait: for processes that they start and kill, for time limits, for disks and servers
 * that fail. `npm test` runs them in parallel with all others, which use the processors meanwhile
 * (docs/decisions/0165).
 */
export const waitingFiles = [
  'server/adapters/file-processing/inspection/inspector.test.ts',
  'server/adapters/files/s3/s3-store.test.ts',
  'server/framework/jobs/lost-database.test.ts',
  'server/kernel/database/embedded/cluster-lock.test.ts',
  'server/kernel/database/embedded/supervisor.test.ts',
  'server/kernel/database/heartbeat.test.ts',
  'server/kernel/folders/folder.test.ts',
  'server/kernel/processes/child-pool.test.ts',
  'server/main.test.ts',
  'server/modules/cases/documents/killed-server.test.ts',
  'server/modules/cases/messages/deliver.test.ts',
  'server/modules/operations/backup/silent-database.test.ts',
  'server/modules/records/files/killed.test.ts',
  'server/modules/records/files/pools.test.ts',
  'test/old-offices.test.ts',
  'test/operations/*.test.ts',
];
