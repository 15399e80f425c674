import { MissingCase } from '#domain/missing-case.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { type ChainSubject, type Finding, finding } from './findings.ts';
import { listFileRows, listFilesOfOrders, listUploaded } from './verify.queries.ts';
import type { OrderAuditLog } from './verify-report.ts';

/** Problem of a file: its row is gone, or belongs to another order; or the order has it without a record. */
type FileProblem = 'missing' | 'moved' | 'added';

const prefix = 'file:';

/**
 * Finds files that do not belong to the order whose audit record names them, by order and file. A file that
 * was never uploaded is ignored (the demo seed may record one twice); older records name no files.
 */
export async function findStrayFiles(
  db: Db,
  logs: readonly OrderAuditLog[],
): Promise<Map<string, Map<string, FileProblem>>> {
  const orderOfFile = new Map<string, string>();
  for (const { id, digests } of logs)
    for (const object of digests.keys())
      if (object.startsWith(prefix)) orderOfFile.set(object.slice(prefix.length), id);
  const stray = new Map<string, Map<string, FileProblem>>();
  const add = (order: string, file: string, problem: FileProblem) =>
    stray.set(order, (stray.get(order) ?? new Map<string, FileProblem>()).set(file, problem));

  const orderByFile = new Map(
    (await listFileRows(db, [...orderOfFile.keys()])).map((row) => [row.id, row.workorder_id]),
  );
  for (const [file, order] of orderOfFile)
    if (orderByFile.has(file) && orderByFile.get(file) !== order) add(order, file, 'moved');
  const lost = [...orderOfFile.keys()].filter((file) => !orderByFile.has(file));
  for (const file of await listUploaded(db, lost)) add(orderOfFile.get(file) ?? '', file, 'missing');

  const signedOrders = logs.filter(({ isSigned }) => isSigned).map(({ id }) => id);
  for (const { id, workorder_id: order } of await listFilesOfOrders(db, signedOrders))
    if (orderOfFile.get(id) !== order) add(order ?? '', id, 'added');
  return stray;
}

export function fileFinding(subject: ChainSubject, file: string, problem: FileProblem): Finding {
  switch (problem) {
    case 'missing':
      return finding(subject, `附件 ${file} 的登记已被删除`, `${file}, a file of it, is gone`);
    case 'moved':
      return finding(
        subject,
        `附件 ${file} 被移走`,
        `${file}, a file of it, is with another order or with none`,
      );
    case 'added':
      return finding(subject, `附件 ${file} 不是经系统关联的`, `${file} was not attached by the portal`);
    default:
      throw new MissingCase(problem satisfies never);
  }
}
