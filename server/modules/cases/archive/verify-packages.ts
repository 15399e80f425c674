import { ArchiveFinding } from '#domain/archive/archive-state.ts';
import type { Context } from '#server/framework/context.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { reasonOf } from '#server/kernel/errors/startup-error.ts';
import type { VerifyPackages } from '#server/modules/access/audit/verify-report.ts';
import { verifyPackage } from './read-package.ts';
import { isStored, listPackagesAfter, type PackageToVerify } from './verify-packages.queries.ts';

const batch = 50;

type Words = readonly [chinese: string, english: string];

/**
 * The part of `audit:verify` for packages: each is compared with the audit record of its making, then read
 * completely and compared with its digest. One after the other, so that memory does not grow with their
 * number; without a store the bytes are not checked.
 */
export function verifyPackages({ crypto, log }: Pick<Context, 'crypto' | 'log'>): VerifyPackages {
  return async function* prove(moment, later, files) {
    let place: PackageToVerify | undefined;
    for (;;) {
      const packages = await listPackagesAfter(moment, place, batch);
      for (const one of packages) {
        const problem = checkRow(one) ?? (files && (await checkBytes({ crypto, log, files }, later, one)));
        yield problem && {
          chinese: `办件 ${one.code} 的档案包（第 ${one.version} 版）：${problem[0]}`,
          english: `order ${one.code}, archive package ${one.version}: ${problem[1]}`,
        };
      }
      place = packages.at(-1);
      if (packages.length < batch) return;
    }
  };
}

function checkRow({ recorded, size, sha256 }: PackageToVerify): Words | undefined {
  if (recorded === null) return ['没有归档的审计记录', 'has no link of its making'];
  if (recorded.size === Number(size) && recorded.sha256 === sha256) return undefined;
  return ['登记被改动', 'its row was changed'];
}

async function checkBytes(
  reader: Parameters<typeof verifyPackage>[0],
  later: Db,
  one: PackageToVerify,
): Promise<Words | undefined> {
  let found: ArchiveFinding | undefined;
  let reason = '';
  try {
    found = await verifyPackage(reader, one);
  } catch (error) {
    reason = reasonOf(error);
  }
  // It may have been destroyed since the snapshot.
  if (found === ArchiveFinding.whole || !(await isStored(later, one))) return undefined;
  if (found === ArchiveFinding.missing) return ['文件丢失', 'its bytes are missing'];
  if (found === ArchiveFinding.changed) return ['内容被改动', 'its bytes were changed'];
  return [`无法读取（${reason}）`, `cannot be read (${reason})`];
}
