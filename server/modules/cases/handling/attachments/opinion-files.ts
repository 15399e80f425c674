import type { SubmittedFiles } from '#contract/handle-input.ts';
import type { Actor } from '#domain/access/actor.ts';
import type { Problem } from '#domain/refusals/refusals.ts';
import { countersignUploadRule } from '#domain/uploads/limits.ts';
import { addedPapersText } from '#domain/workflow/added-papers-texts.ts';
import type { Context } from '#server/framework/context.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { mayRead } from '#server/modules/cases/work-orders/service.ts';
import { checkFileList, findFiles, listKnownContents } from '#server/modules/records/files/service.ts';

/**
 * Attachments of an opinion (S1 §3 fileList, §5): ten, in the formats and sizes that the handler bar accepts.
 */

export interface OpinionFiles {
  problems: Problem[];
  ids: string[];
  idsToAttach: string[];
}

const noOpinionFiles: OpinionFiles = { problems: [], ids: [], idsToAttach: [] };

/**
 * Returns the ids in lists, each once: from `id`, or from the last part of `url`, which old clients send. An
 * entry without either is ignored, because old clients also send an empty row.
 */
export function fileIdsOf(...lists: SubmittedFiles[]): string[] {
  const ids = lists.flatMap((list) =>
    (list ?? []).flatMap(({ id, url }) => id || (/([^/?#]+)\/?(?:[?#].*)?$/.exec(url ?? '')?.[1] ?? [])),
  );
  return [...new Set(ids)];
}

/**
 * Reads the server's own rows of the files and checks them against the rule; all problems belong to the field
 * `fileList`. If the files must be new, a file that the order already has, by id or with the same bytes, is a
 * problem.
 */
export async function checkOpinionFiles(
  context: Context,
  actor: Actor,
  request: { workorderId: string; ids: readonly string[]; alreadyAttached?: number; mustBeNew?: boolean },
): Promise<OpinionFiles> {
  if (request.ids.length === 0) return noOpinionFiles;
  const { workorderId, ids, alreadyAttached = 0 } = request;
  const foundFiles = await findFiles(context.db, context, actor, {
    workorderId,
    ids,
    mayRead: (reader, id) => mayRead(context.db, reader, { id }),
  });
  const { problems, files, idsToAttach } = checkFileList(foundFiles, ids, {
    field: 'fileList',
    rule: countersignUploadRule,
    alreadyUploaded: alreadyAttached,
  });
  if (request.mustBeNew)
    problems.push(
      ...(await problemsOfDuplicates(
        context.db,
        workorderId,
        files.map(({ id }) => id),
      )),
    );
  return { problems, ids: files.map(({ id }) => id), idsToAttach };
}

/** Returns a problem for each file that the order already has, or that is in the list twice. */
async function problemsOfDuplicates(db: Db, workorderId: string, ids: readonly string[]): Promise<Problem[]> {
  const duplicates = await listKnownContents(db, workorderId, ids);
  return duplicates.map(({ name, isInOrder }) => ({
    field: 'fileList',
    message: isInOrder ? addedPapersText.alreadyThere(name) : addedPapersText.twice(name),
  }));
}
