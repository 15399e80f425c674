import type { SubmittedFiles } from '#contract/handle-input.ts';
import type { Actor } from '#domain/access/actor.ts';
import type { Problem } from '#domain/refusals/refusals.ts';
import { countersignUploadRule } from '#domain/uploads/limits.ts';
import type { Context } from '#server/context/context.ts';
import { checkFileList, lookUpFiles } from '#server/modules/files/service.ts';
import { mayRead } from '#server/modules/work-orders/service.ts';

/** Attachments of an opinion (S1 §3 fileList, §5): ten, in the formats and of the size of the handling bar. */

export interface OpinionFiles {
  problems: Problem[];
  ids: string[];
  claimedIds: string[];
}

export const noOpinionFiles: OpinionFiles = { problems: [], ids: [], claimedIds: [] };

/**
 * The ids that a list names: by `id`, or as the last part of `url`, as old clients know a file. An entry without either
 * names nothing, for old clients send their empty row, too.
 */
export function fileIdsOf(list: SubmittedFiles): string[] {
  return (list ?? []).flatMap(({ id, url }) => {
    const named = id || /([^/?#]+)\/?(?:[?#].*)?$/.exec(url ?? '')?.[1];
    return named ? [named] : [];
  });
}

/** Looks the files up in the server's own rows and checks them against the rule, all problems at `fileList`. */
export async function checkOpinionFiles(
  context: Context,
  actor: Actor,
  asked: { workorderId: string; ids: readonly string[]; alreadyAttached?: number },
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
  return { problems, ids: files.map(({ id }) => id), claimedIds };
}
