import type { z } from 'zod';
import type { RefusalOf } from '#contract/endpoint.ts';
import type { CorrectionCommand } from '#contract/records/correction.ts';
import type { RareCommand } from '#contract/records/rare.ts';
import type { sideRecords } from '#contract/records/side-records.ts';
import { outstandingPapers, paperIdOf } from '#domain/items/material-check.ts';
import type { RareFacts } from '#domain/records/rare-data.ts';
import { RecordKind } from '#domain/records/side-record.ts';
import { refuse } from '#domain/refusals/refusals.ts';
import type { Task } from '#domain/workflow/model/model.ts';
import type { AnswerText } from '#server/kernel/http/envelope.ts';
import type { Caller, OrderForAction } from '#server/modules/cases/handling/service.ts';
import { readMaterials } from '#server/modules/cases/material-check/service.ts';
import { changeRecord } from './change-record.ts';

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

async function factsOf({ context }: Pick<Caller, 'context'>, { id }: OrderForAction): Promise<RareFacts> {
  const { papers, results } = await readMaterials(context, id);
  return { papers, outstanding: outstandingPapers(papers, results) };
}
