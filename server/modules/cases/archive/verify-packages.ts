import { ArchiveFinding } from '#domain/archive/archive-state.ts';
import type { Context } from '#server/framework/context.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { reasonOf } from '#server/kernel/errors/startup-error.ts';
import type { VerifyPackages } from '#server/modules/access/audit/service.ts';
import { verifyPackage } from './read-package.ts';
import { isStored, listPackagesAfter, type StoredPackage } from './verify-packages.queries.ts';

const batchSize = 50;

type Texts = readonly [chinese: string, english: string];

/**
 * Verifies archive packages for `audit:verify`: compares each with the audit record of its making, then reads it
 * completely and compares it with its digest; one package after the other, so that memory does not grow with
 * their number. Without a file store the bytes are not checked.
 */
export function verifyPackages({ crypto, log }: Pick<Context, 'crypto' | 'log'>): VerifyPackages {
  return async function* verify(snapshot, currentDb, files) {
    let position: StoredPackage | undefined;
    for (;;) {
      const packages = await listPackagesAfter(snapshot, position, batchSize);
      for (const archivePackage of packages) {
        const problem =
          checkRow(archivePackage) ??
          (files && (await checkBytes({ crypto, log, files }, currentDb, archivePackage)));
        yield problem && {
          chinese: `办件 ${archivePackage.code} 的档案包（第 ${archivePackage.version} 版）：${problem[0]}`,
          english: `order ${archivePackage.code}, archive package ${archivePackage.version}: ${problem[1]}`,
        };
      }
      position = packages.at(-1);
      if (packages.length < batchSize) return;
    }
  };
}

function checkRow({ auditDetail, size, sha256 }: StoredPackage): Texts | undefined {
  if (auditDetail === null) return ['没有归档的审计记录', 'has no link of its making'];
  if (auditDetail.size === Number(size) && auditDetail.sha256 === sha256) return undefined;
  return ['登记被改动', 'its row was changed'];
}

async function checkBytes(
  reader: Parameters<typeof verifyPackage>[0],
  currentDb: Db,
  archivePackage: StoredPackage,
): Promise<Texts | undefined> {
  let found: ArchiveFinding | undefined;
  let reason = '';
  try {
    found = await verifyPackage(reader, archivePackage);
  } catch (error) {
    reason = reasonOf(error);
  }
  // It may have been destroyed since the snapshot.
  if (found === ArchiveFinding.whole || !(await isStored(currentDb, archivePackage))) return undefined;
  if (found === ArchiveFinding.missing) return ['文件丢失', 'its bytes are missing'];
  if (found === ArchiveFinding.changed) return ['内容被改动', 'its bytes were changed'];
  return [`无法读取（${reason}）`, `cannot be read (${reason})`];
}
