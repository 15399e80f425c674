import { ArchiveFinding } from '#domain/archive/archive-state.ts';
import type { Context } from '#server/framework/context.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { reasonOf } from '#server/kernel/errors/startup-error.ts';
import type { VerifyPackages } from '#server/modules/access/audit/service.ts';
import { verifyPackage } from './read-package.ts';
import { isStored, listPackagesAfter, type PackageToVerify } from './verify-packages.queries.ts';

const batch = 50;

type Texts = readonly [chinese: string, english: string];

/**
 * The part of `audit:verify` for packages: each is compared with the audit record of its making, then read
 * completely and compared with its digest. One after the other, so that memory does not grow with their
 * number; without a store the bytes are not checked.
 */
export function verifyPackages({ crypto, log }: Pick<Context, 'crypto' | 'log'>): VerifyPackages {
  return async function* verify(snapshot, currentDb, files) {
    let position: PackageToVerify | undefined;
    for (;;) {
      const packages = await listPackagesAfter(snapshot, position, batch);
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
      if (packages.length < batch) return;
    }
  };
}

function checkRow({ recorded, size, sha256 }: PackageToVerify): Texts | undefined {
  if (recorded === null) return ['没有归档的审计记录', 'has no link of its making'];
  if (recorded.size === Number(size) && recorded.sha256 === sha256) return undefined;
  return ['登记被改动', 'its row was changed'];
}

async function checkBytes(
  reader: Parameters<typeof verifyPackage>[0],
  currentDb: Db,
  archivePackage: PackageToVerify,
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
