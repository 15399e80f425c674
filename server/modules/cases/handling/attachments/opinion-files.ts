import type { SubmittedFiles } from '#contract/handle-input.ts';
import type { Actor } from '#domain/access/actor.ts';
import type { Problem } from '#domain/refusals/refusals.ts';
import { countersignUploadRule } from '#domain/uploads/limits.ts';
import { addedPapersText } from '#domain/workflow/added-papers-text.ts';
import type { Context } from '#server/framework/context.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { mayRead } from '#server/modules/cases/work-orders/service.ts';
import { checkFileList, listKnownContents, lookUpFiles } from '#server/modules/records/files/service.ts';

/** Attachments of an opinion (S1 §3 fileList, §5): ten, in the formats and of the size of the handling bar. */

export interface OpinionFiles {
  problems: Problem[];
  ids: string[];
  claimedIds: string[];
}

const noOpinionFiles: OpinionFiles = { problems: [], ids: [], claimedIds: [] };

/**
 * Returns the ids that lists name, each once: by `id`, or as the last part of `url`, as old clients know a file. An entry
 * without either names nothing, for old clients send their empty row, too.
 */
export function fileIdsOf(...lists: SubmittedFiles[]): string[] {
  const named = lists.flatMap((list) =>
    (list ?? []).flatMap(({ id, url }) => id || (/([^/?#]+)\/?(?:[?#].*)?$/.exec(url ?? '')?.[1] ?? [])),
  );
  return [...new Set(named)];
}

/**
 * Looks the files up in the server's own rows and checks them against the rule, all problems at `fileList`. Where they must
 * be new to the order, none may be in it already, by its id or with the same bytes.
 */
export async function checkOpinionFiles(
  context: Context,
  actor: Actor,
  asked: { workorderId: string; ids: readonly string[]; alreadyAttached?: number; mustBeNew?: boolean },
): Promise<OpinionFiles> {
  if (asked.ids.length === 0) return noOpinionFiles;
  const { workorderId, ids, alreadyAttached = 0 } = asked;
  const found = await lookUpFiles(context.db, context, actor, {
    workorderId,
    ids,
    mayRead: (reader, id) => mayRead(context.db, reader, { id }),
  });
  const { problems, files, claimedIds } = checkFileList(found, ids, {
    field: 'fileList',
    rule: countersignUploadRule,
    alreadyUploaded: alreadyAttached,
  });
  if (asked.mustBeNew)
    problems.push(
      ...(await problemsOfKnown(
        context.db,
        workorderId,
        files.map(({ id }) => id),
      )),
    );
  return { problems, ids: files.map(({ id }) => id), claimedIds };
}

/** Returns a problem for each file that the order has already, or that is in the list twice. */
async function problemsOfKnown(db: Db, workorderId: string, ids: readonly string[]): Promise<Problem[]> {
  const known = await listKnownContents(db, workorderId, ids);
  return known.map(({ name, isInOrder }) => ({
    field: 'fileList',
    message: isInOrder ? addedPapersText.alreadyThere(name) : addedPapersText.twice(name),
  }));
}
