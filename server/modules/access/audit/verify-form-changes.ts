import { formLimits } from '#domain/forms/limits.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { objectNames } from './findings.ts';
import { digestOfChangeFacts, digestOfFormChange, formChangeName } from './record-digests.ts';
import { findFormChangeDigests, listFormChangesAfter } from './verify.queries.ts';
import type { OrderAuditLog } from './verify-report.ts';

const pageSize = 100;
/** The database removes old values by the space that they take, at most so many times the bytes of their text. */
const maxSpacePerByte = 8;

const noneRemoved: RemovedValues = {
  name: undefined,
  bytes: 0,
  hasValues: false,
  hasOlderValues: false,
};

type Texts = readonly [chinese: string, english: string, evidence?: string];
type ChangeRow = Awaited<ReturnType<typeof listFormChangesAfter>>[number];
type Log = Pick<OrderAuditLog, 'id' | 'digests' | 'isSigned'>;

/** Rows of one form without values: allowed only for the oldest, and if all values together were too large. */
interface RemovedValues {
  /** The newest such row. */
  name: string | undefined;
  /** Bytes of its values and of those of all rows after it. */
  bytes: number;
  /** True if any row has values, and if one before a row without has. */
  hasValues: boolean;
  hasOlderValues: boolean;
}

/**
 * Compares the earlier values of forms with the digests of the actions that wrote them; returns the problems by order.
 * Rows are read page by page, because the values of a form take up to 4 MB.
 */
export async function checkFormChanges(db: Db, logs: readonly Log[]): Promise<Map<string, Texts[]>> {
  const problems = new Map(logs.map(({ id }) => [id, [] as Texts[]]));
  const unread = new Map(logs.map(({ id, digests }) => [id, changeNames(digests)]));
  const logById = new Map(logs.map((log) => [log.id, log]));
  const ids = [...logById.keys()];
  let last: ChangeRow | undefined;
  let removed: RemovedValues = noneRemoved;
  const endForm = () => {
    const limit = formLimits.storedChangesBytes / maxSpacePerByte;
    if (!last || removed.name === undefined) return;
    if (!removed.hasOlderValues && removed.bytes >= limit) return;
    const [chinese, english] = objectNames(removed.name);
    problems
      .get(last.workorder_id)
      ?.push([`${chinese}中的原值已被删除`, `the values before ${english} are gone`]);
  };
  for (;;) {
    const rows = await listFormChangesAfter(db, ids, last, pageSize);
    for (const row of rows) {
      if (row.workorder_id !== last?.workorder_id || row.form_code !== last.form_code) {
        endForm();
        removed = noneRemoved;
      }
      last = row;
      const log = logById.get(row.workorder_id);
      if (!log) continue;
      const name = formChangeName(row.form_code, row.version);
      unread.get(row.workorder_id)?.delete(name);
      removed = withRow(removed, row, name, log.digests.get(name));
      const problem = checkChange(name, log, row);
      if (problem) problems.get(row.workorder_id)?.push(problem);
    }
    if (rows.length < pageSize) break;
  }
  endForm();
  for (const [id, names] of unread)
    for (const name of names) {
      const [chinese, english] = objectNames(name);
      problems.get(id)?.push([`${chinese}已被删除`, `${english} is gone`]);
    }
  return problems;
}

/** Earlier values of an order's forms according to its audit chain. */
interface VerifiedFormChanges {
  /** True if the rows differ from the chain. */
  isChanged: boolean;
  /** Digest of the stored values by form and version; empty if there is none. */
  digestOf(formCode: string, version: number): string;
}

/** Compares the earlier values of one order with its audit chain. */
export async function verifyFormChanges(db: Db, id: string): Promise<VerifiedFormChanges> {
  const digests = await findFormChangeDigests(db, id);
  const problems = await checkFormChanges(db, [{ id, digests, isSigned: true }]);
  return {
    isChanged: (problems.get(id) ?? []).length > 0,
    digestOf: (formCode, version) => digests.get(formChangeName(formCode, version))?.split('.')[1] ?? '',
  };
}

function changeNames(digests: ReadonlyMap<string, string>): Set<string> {
  return new Set([...digests.keys()].filter((name) => name.startsWith('form-change:')));
}

function withRow(
  { name, bytes, hasValues, hasOlderValues }: RemovedValues,
  { previous }: ChangeRow,
  rowName: string,
  digest: string | undefined,
): RemovedValues {
  const rowBytes = Number(digest?.split('.')[2] ?? 0);
  return previous === null
    ? { name: rowName, bytes: rowBytes, hasValues, hasOlderValues: hasOlderValues || hasValues }
    : { name, bytes: bytes + rowBytes, hasValues: true, hasOlderValues };
}

function checkChange(name: string, { digests, isSigned }: Log, row: ChangeRow): Texts | undefined {
  const [chinese, english] = objectNames(name);
  const digest = digests.get(name);
  if (digest === undefined)
    return isSigned ? [`${chinese}不是经系统写入的`, `${english} was not written by the portal`] : undefined;
  const found = digestOfFormChange(row);
  const isSame = row.previous === null ? digest.startsWith(`${digestOfChangeFacts(row)}.`) : found === digest;
  return isSame ? undefined : [`${chinese}被改动`, `${english} was changed`, found];
}
