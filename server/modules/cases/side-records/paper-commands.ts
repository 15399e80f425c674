import type { z } from 'zod';
import type { CorrectionCommand } from '#contract/corrections.ts';
import type { InputOf, RefusalOf } from '#contract/endpoint.ts';
import type { RareCommand, rareSupplements } from '#contract/rare-supplements.ts';
import type { sideRecords } from '#contract/side-records.ts';
import { DayUnit } from '#domain/enumerations/day-unit.ts';
import { outstandingPapers, paperIdOf } from '#domain/materials/material-check.ts';
import type { RareFacts } from '#domain/records/rare-data.ts';
import { RecordKind } from '#domain/records/side-record.ts';
import { isRefusal, refuse } from '#domain/refusals/refusals.ts';
import type { Task } from '#domain/workflow/model/model.ts';
import type { AnswerText } from '#server/kernel/http/envelope.ts';
import { type Caller, type OrderForAction, withFields } from '#server/modules/cases/handling/service.ts';
import { readMaterials } from '#server/modules/cases/work-orders/service.ts';
import { changeRecord } from './change-record.ts';
import { findRecordSettings } from './queries.ts';

/** Commands on corrections and rare supplements, which are about the materials of the order. */

type Answer = Promise<AnswerText | RefusalOf<typeof sideRecords.suspension>>;

/** Returns the ids of all files of an answer as files that come with it. */
const fileListOf = (files: readonly (readonly string[])[]) =>
  [...new Set(files.flat())].map((id) => ({ id }));

/**
 * Gives a command to a correction; a material of the order's list is named as there, and one that is not in the list
 * any more is a problem.
 */
export async function changeCorrection(
  caller: Caller,
  order: OrderForAction,
  task: Task | undefined,
  body: z.output<typeof CorrectionCommand>,
): Answer {
  const kind = RecordKind.correction;
  if (body.command === 'submit')
    return changeRecord(caller, order, task, kind, { ...body, fileList: fileListOf(body.files) });
  if (body.command !== 'ask') return changeRecord(caller, order, task, kind, body);
  const { papers } = await readMaterials(caller.context, order.id);
  const nameById = new Map(papers.map((paper) => [paperIdOf(paper), paper.name]));
  const problems = body.papers.flatMap(({ id }, index) =>
    id === null || nameById.has(id)
      ? []
      : [{ field: `papers[${index}].name`, message: '该材料不在办件的材料清单中，请刷新后重新选择' }],
  );
  if (problems.length > 0) return refuse('badInput', { problems });
  const named = body.papers.map((paper) => ({
    ...paper,
    name: (paper.id === null ? undefined : nameById.get(paper.id)) ?? paper.name.trim(),
  }));
  return changeRecord(caller, order, task, kind, { ...body, papers: named });
}

/** Gives a command to a rare supplement; a request is decided on the materials and their check as they are now. */
export async function changeRare(
  caller: Caller,
  order: OrderForAction,
  body: z.output<typeof RareCommand>,
): Answer {
  const kind = RecordKind.rareSupplement;
  if (body.command === 'submit')
    return changeRecord(caller, order, undefined, kind, { ...body, fileList: fileListOf(body.files) });
  if (body.command !== 'ask') return changeRecord(caller, order, undefined, kind, body);
  return changeRecord(caller, order, undefined, kind, { ...body, facts: await factsOf(caller, order) });
}

/** Asks for a rare supplement by the supplement post (S1 §7), with the limit of the item unless one is sent. */
export async function postRare(
  caller: Caller,
  order: OrderForAction,
  { rareMaterialEntity }: InputOf<typeof rareSupplements.post>['body'],
): Answer {
  const { supplyTerm, materialEntities, timeLimit, promised, fileList } = rareMaterialEntity;
  const { rare } = await findRecordSettings(caller.context.db, order.id);
  const answer = await changeRare(caller, order, {
    command: 'ask',
    recordId: null,
    traceId: null,
    fileList,
    term: supplyTerm,
    paperIds: materialEntities,
    limit: timeLimit === undefined ? rare.limit : { amount: timeLimit, unit: DayUnit.workingDays },
    reminders: [],
    promised,
  });
  return isRefusal(answer) ? withFields(answer, (field) => wireFields[field] ?? field) : answer;
}

const wireFields: Readonly<Record<string, string>> = {
  paperIds: 'rareMaterialEntity.materialEntities',
  'limit.amount': 'rareMaterialEntity.timeLimit',
  promised: 'rareMaterialEntity.promised',
  fileList: 'rareMaterialEntity.fileList',
};

async function factsOf({ context }: Pick<Caller, 'context'>, { id }: OrderForAction): Promise<RareFacts> {
  const { papers, results } = await readMaterials(context, id);
  return { papers, outstanding: outstandingPapers(papers, results) };
}
