import { createHash } from 'node:crypto';
import type { OutputOf, RefusalOf } from '#contract/endpoint.ts';
import type { jointPetitioners } from '#contract/joint-petitioners.ts';
import { type Actor, can, Permission } from '#domain/access/actor.ts';
import { jointColumns, readJointPetitioners } from '#domain/petitions/joint-petition.ts';
import { petitionLimits } from '#domain/petitions/petition-links.ts';
import { isRefusal, refuse } from '#domain/refusals/refusals.ts';
import { maskCertCode, maskName, maskPhone } from '#domain/sensitive/masks.ts';
import { sheetLimits } from '#domain/sheets/import-sheet.ts';
import { readSheetRows } from '#domain/sheets/read-sheet-rows.ts';
import type { Context } from '#server/framework/context.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import type { AnswerText } from '#server/kernel/http/envelope.ts';
import { runIdempotently } from '#server/kernel/http/idempotency.ts';
import { runCooperatively } from '#server/kernel/scheduling.ts';
import { type ActingCall, appendOrderAudit } from '#server/modules/access/audit/service.ts';
import { type ReadableOrder, refuseReveal } from '#server/modules/cases/work-orders/service.ts';
import { findCurrentItem } from '#server/modules/design/catalogue/service.ts';
import { readWorkbook, writeWorkbook } from '#server/modules/organisation/sheet-imports/service.ts';
import { type JointRow, listJointPetitioners, replaceJointPetitioners } from './joint.queries.ts';
import { mayLinkOrders } from './service.ts';

/** The list of names of a joint petition (docs/decisions/0234). */

interface JointCall {
  context: Context;
  actor: Actor;
}

const title = '联名信访人';

/** Returns the people of a joint petition, masked. */
export async function listPeople(
  { context, actor }: JointCall,
  { order }: ReadableOrder,
): Promise<OutputOf<typeof jointPetitioners.list>> {
  const { db } = context;
  const [rows, maxRepresentatives] = await Promise.all([
    listJointPetitioners(db, order.id),
    representativesOf(context, order),
  ]);
  return {
    rows: rows.map((row) => masked(openPerson(context, row))),
    mayImport: order.ended_at === null && mayLinkOrders(actor),
    mayReveal: can(actor, Permission.revealApplicant),
    maxRepresentatives,
  };
}

type Person = OutputOf<typeof jointPetitioners.reveal>['rows'][number];

function openPerson({ crypto }: Pick<Context, 'crypto'>, row: JointRow): Person {
  return {
    number: row.number,
    name: row.name,
    certCode: crypto.open(row.cert_code_sealed, 'applicant'),
    mobile: crypto.open(row.mobile_sealed, 'applicant'),
    isRepresentative: row.is_representative,
  };
}

const maskIfAny = (value: string, mask: (value: string) => string) => (value === '' ? '' : mask(value));

function masked(person: Person): Person {
  return {
    ...person,
    name: maskName(person.name),
    certCode: maskIfAny(person.certCode, maskCertCode),
    mobile: maskIfAny(person.mobile, maskPhone),
  };
}

/** Returns the people of a joint petition in full, to a person with the permission; each time is audited. */
export async function revealPeople(
  { context, actor, requestId }: JointCall & { requestId: string },
  { order }: ReadableOrder,
): Promise<OutputOf<typeof jointPetitioners.reveal> | RefusalOf<typeof jointPetitioners.reveal>> {
  const refusal = await refuseReveal(context, actor);
  if (refusal) return refusal;
  const rows = await listJointPetitioners(context.db, order.id);
  await auditReading({ context, actor, requestId }, order.id, 'petition.reveal-people', {
    people: rows.length,
  });
  return { rows: rows.map((row) => openPerson(context, row)) };
}

/** Writes the list as a workbook in the columns of the import: masked, or in full for a person with the permission. */
export async function exportPeople(
  call: JointCall & { requestId: string },
  { order }: ReadableOrder,
  full: boolean,
) {
  const { context, actor } = call;
  const refusal = full ? await refuseReveal(context, actor) : null;
  if (refusal) return refusal;
  const rows = await listJointPetitioners(context.db, order.id);
  const people = rows.map((row) => openPerson(context, row));
  const workbook = await writeWorkbook(call, {
    title,
    fileName: `${title}名单-${order.code}.xlsx`,
    columns: jointColumns,
    rows: (full ? people : people.map(masked)).map(({ name, certCode, mobile, isRepresentative }) => ({
      ...{ name, certCode, mobile },
      isRepresentative: isRepresentative ? '是' : '否',
    })),
  });
  if (isRefusal(workbook)) return workbook;
  await auditReading(call, order.id, 'petition.export-people', { people: people.length, full });
  return workbook;
}

function auditReading(
  { context, actor, requestId }: JointCall & { requestId: string },
  workorderId: string,
  action: string,
  detail: Record<string, unknown>,
): Promise<void> {
  return inTransaction(context.db, (tx) =>
    appendOrderAudit(tx, context, { workorderId, actor, action, detail, requestId }),
  );
}

/** Returns the number of representatives that the order's item permits. */
async function representativesOf({ db }: Context, { task_code }: { task_code: string }): Promise<number> {
  const item = await findCurrentItem(db, task_code);
  return item?.petition_fields?.representatives ?? petitionLimits.representatives;
}

/** Writes the empty workbook of the list. */
export function writeTemplate(call: JointCall) {
  const fileName = `${title}名单导入模板.xlsx`;
  return writeWorkbook(call, { title, fileName, columns: jointColumns, rows: [] });
}

async function readPeople(call: JointCall, order: { task_code: string }, file: string) {
  const raw = await readWorkbook(call, title, file);
  if (isRefusal(raw)) return raw;
  const { rows, problems } = await runCooperatively(readSheetRows(jointColumns, raw));
  const read = readJointPetitioners(rows, await representativesOf(call.context, order));
  return { people: read.people, problems: problems.length > 0 ? problems : read.problems };
}

/** Returns what an import of the file would write, and all its problems. */
export async function previewPeople(
  call: JointCall,
  { order }: ReadableOrder,
  file: string,
): Promise<OutputOf<typeof jointPetitioners.preview> | RefusalOf<typeof jointPetitioners.preview>> {
  if (!mayLinkOrders(call.actor)) return refuse('forbidden');
  const read = await readPeople(call, order, file);
  if (isRefusal(read)) return read;
  const { people, problems } = read;
  return {
    people: people.length,
    representatives: people.flatMap(({ name, isRepresentative }) => (isRepresentative ? maskName(name) : [])),
    problems: problems.slice(0, sheetLimits.maxListedProblems),
  };
}

/** Replaces the list of names by that of the file, as a whole or not at all. */
export async function importPeople(
  call: ActingCall<typeof jointPetitioners.import> & JointCall & { order: ReadableOrder },
  file: string,
): Promise<AnswerText | RefusalOf<typeof jointPetitioners.import>> {
  const { context, actor, requestId } = call;
  const { order } = call.order;
  if (!mayLinkOrders(actor)) return refuse('forbidden');
  if (order.ended_at !== null) return refuse('orderEnded');
  const read = await readPeople(call, order, file);
  if (isRefusal(read)) return read;
  const { people, problems } = read;
  if (problems.length > 0) {
    return refuse('badInput', {
      problems: problems.slice(0, sheetLimits.maxListedProblems).map(({ row, column, message }) => ({
        field: [row > 0 ? `第${row}行` : '', column].filter(Boolean).join(' ') || 'file',
        message,
      })),
    });
  }
  const { crypto } = context;
  const rows = people.map(({ name, certCode, mobile, isRepresentative }) => ({
    name,
    cert_code_sealed: crypto.seal(certCode),
    cert_code_digest: certCode === '' ? '' : crypto.searchHash(certCode),
    mobile_sealed: crypto.seal(mobile),
    is_representative: isRepresentative,
  }));
  return inTransaction(context.db, (tx) =>
    runIdempotently(tx, call, async () => {
      await replaceJointPetitioners(tx, order.id, rows);
      const digest = createHash('sha256').update(JSON.stringify(rows)).digest('base64url');
      await appendOrderAudit(tx, context, {
        ...{ workorderId: order.id, actor, action: 'petition.import-people', requestId },
        detail: { people: people.length, digest },
      });
      return { people: people.length };
    }),
  );
}
