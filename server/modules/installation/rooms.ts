import type { Config } from '#server/config/config.ts';
import { type Room, readRoom } from '#server/files/room.ts';

export interface NamedRoom extends Room {
  folder: 'data' | 'audit';
}

/** What is left where the portal writes; the audit folder has a disk of its own where it is not within the data folder. */
export async function readRooms({
  dataDir,
  auditDir,
}: Pick<Config, 'dataDir' | 'auditDir'>): Promise<NamedRoom[]> {
  const data = await readRoom('data', dataDir);
  const audit = auditDir.startsWith(dataDir) ? undefined : await readRoom('audit', auditDir);
  return [
    ...(data ? [{ ...data, folder: 'data' as const }] : []),
    ...(audit ? [{ ...audit, folder: 'audit' as const }] : []),
  ];
}
