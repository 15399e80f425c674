import type { Endpoint } from '#contract/endpoint.ts';
import type { officeHalls } from '#contract/office-parts.ts';
import { Permission } from '#domain/access/actor.ts';
import { type Problem, refuse } from '#domain/refusals/refusals.ts';
import type { SheetProblem, SheetRow } from '#domain/sheets/import-sheet.ts';
import {
  hasRequiredCells,
  type ImportableSheet,
  importableSheet,
  problemAt,
} from '#server/framework/lists/importable-sheet.ts';
import {
  type ActingCall,
  actIfStillAllowed,
  digestOfDialogState,
  refuseOverwriting,
} from '#server/modules/access/audit/service.ts';
import { lockOffice } from './office.queries.ts';
import type { OfficePart, PartRow } from './office-part.ts';
import { deletePart, type Use } from './parts.queries.ts';
import { problemsOfCode, problemsOfName } from './similar-names.ts';

/** Authorization of calls that change parts of the office; its lock allows one change at a time. */
export const officeAuthorization = { permission: Permission.manageOrganisation, office: lockOffice };

/** Calls for parts: all kinds of parts have the same answers and refusals. */
type Create = Pick<(typeof officeHalls)['create'], 'output' | 'refusals'> & Endpoint;
type Change = Pick<(typeof officeHalls)['change'], 'output' | 'refusals'> & Endpoint;
type Remove = Pick<(typeof officeHalls)['remove'], 'output' | 'refusals'> & Endpoint;

const auditRecordOf = (
  { kind }: Pick<OfficePart<PartRow, never>, 'kind'>,
  verb: string,
  id: string,
  detail: Record<string, unknown>,
) => ({ chain: 'office', action: `${kind}.${verb}`, objectKind: kind, objectId: id, detail });

/** Returns the uses whose count is not 0. */
export const existingUses = (uses: readonly Use[]): Use[] => uses.filter(({ count }) => count > 0);

/** Describes the uses of a part: `3 名人员、1 个流程版本`. */
export function usesText(uses: readonly Use[]): string {
  return existingUses(uses)
    .map(({ what, count }) => `${count} ${what}`)
    .join('、');
}

function checkPart<Row extends PartRow, References>(
  part: OfficePart<Row, References>,
  row: Row,
  comparison: Parameters<OfficePart<Row, References>['check']>[1],
): Problem[] {
  return [
    ...part.check(row, comparison),
    ...problemsOfName(row, part.title, { ...comparison, scopeOf: part.nameScope }),
  ];
}

/** Returns a digest of the fields that the dialog of a part shows. */
function digestOfPart<Row>({ toSheet }: { toSheet(row: Row): SheetRow }, row: Row): string {
  return digestOfDialogState(toSheet(row));
}

export function addDigests<Row extends StoredRow, StoredRow>(
  part: { toSheet(row: StoredRow): SheetRow },
  rows: readonly Row[],
) {
  return rows.map((row) => ({ ...row, digest: digestOfPart(part, row) }));
}

/** Adds a part; its code is its id and never changes. */
export function createPart<Row extends PartRow, References>(
  part: OfficePart<Row, References>,
  call: ActingCall<Create>,
  { code, ...fields }: { code: string } & Omit<Row, 'id'>,
) {
  const row = { ...fields, id: code } as unknown as Row;
  return actIfStillAllowed(call, officeAuthorization, async (tx) => {
    const all = await part.list(tx);
    const problems: Problem[] = [];
    if (all.some(({ id }) => id === code)) {
      problems.push({ field: 'code', message: `已有编码为“${code}”的${part.title}` });
    }
    problems.push(...problemsOfCode(code, part.title, all));
    problems.push(...checkPart(part, row, { references: await part.references(tx), all, before: undefined }));
    if (problems.length > 0) return refuse('badInput', { problems });
    await part.upsert(tx, row);
    return {
      answer: { id: code },
      auditRecord: auditRecordOf(part, 'create', code, { now: part.toSheet(row) }),
    };
  });
}

export function changePart<Row extends PartRow, References>(
  part: OfficePart<Row, References>,
  call: ActingCall<Change>,
  id: string,
  { digest, ...fields }: Omit<Row, 'id'> & { digest?: string | undefined },
) {
  return actIfStillAllowed(call, officeAuthorization, async (tx) => {
    const all = await part.list(tx);
    const before = all.find((row) => row.id === id);
    if (!before) return refuse('notFound');
    const refusal = await refuseOverwriting(tx, {
      over: digest,
      current: digestOfPart(part, before),
      title: part.title,
      lastChange: { kind: part.kind, id, sheets: [part.sheetName] },
    });
    if (refusal) return refusal;
    const row = { ...fields, id } as unknown as Row;
    const problems = checkPart(part, row, { references: await part.references(tx), all, before });
    if (problems.length > 0) return refuse('badInput', { problems });
    await part.upsert(tx, row);
    return {
      answer: { id },
      auditRecord: auditRecordOf(part, 'change', id, {
        before: part.toSheet(before),
        now: part.toSheet(row),
      }),
    };
  });
}

/** Deletes a part only if it was never used, because old orders still refer to a used part. */
export function removePart<Row extends PartRow, References>(
  part: OfficePart<Row, References>,
  call: ActingCall<Remove>,
  id: string,
) {
  return actIfStillAllowed(call, officeAuthorization, async (tx) => {
    const before = (await part.list(tx)).find((row) => row.id === id);
    if (!before) return refuse('notFound');
    const uses = usesText(await part.uses(tx, id));
    if (uses !== '') {
      return refuse('stillUsed', { message: `“${before.name}”不能删除：仍有 ${uses}` });
    }
    await deletePart(tx, part.table, id);
    return { answer: {}, auditRecord: auditRecordOf(part, 'remove', id, { before: part.toSheet(before) }) };
  });
}

/** Returns the import and export of a part as a spreadsheet. */
export function sheetOfPart<Row extends PartRow, References>(
  part: OfficePart<Row, References>,
): ImportableSheet {
  return importableSheet({
    name: part.sheetName,
    title: part.title,
    columns: () => part.columns,
    codes: part.codes,
    keys: ['code'],
    permission: Permission.manageOrganisation,
    lockOffice: lockOffice,
    async read(db) {
      const all = await part.list(db);
      return { existingRows: all.map(part.toSheet), all, references: await part.references(db) };
    },
    *check(changes, { all, references }) {
      const readable = changes.filter(hasRequiredCells(part.columns));
      const rows = readable.map((change) => part.fromSheet(change.values));
      const changedIds = new Set(rows.map(({ id }) => id));
      const before = new Map(all.map((row) => [row.id, row]));
      const rowsAfter = [...all.filter(({ id }) => !changedIds.has(id)), ...rows];
      const problems: SheetProblem[] = [];
      for (const [index, change] of readable.entries()) {
        yield;
        const row = rows[index] as Row;
        const was = before.get(row.id);
        const codes = was ? [] : problemsOfCode(row.id, part.title, rowsAfter);
        const rowProblems = [...codes, ...checkPart(part, row, { references, all: rowsAfter, before: was })];
        problems.push(
          ...rowProblems.map(({ field, message, missing }) =>
            problemAt(part.columns, change, field, message, missing),
          ),
        );
      }
      return problems;
    },
    async apply(tx, changes) {
      for (const { values } of changes) await part.upsert(tx, part.fromSheet(values));
    },
  });
}
