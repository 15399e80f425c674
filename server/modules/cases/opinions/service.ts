import type { opinions } from '#contract/opinions.ts';
import type { Actor } from '#domain/access/actor.ts';
import { noCommonOpinion, problemOfCommonOpinion } from '#domain/opinions/opinion.ts';
import { type Problem, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import { type ActingCall, actOnce } from '#server/modules/access/audit/service.ts';
import * as queries from './queries.ts';

export async function listOwnOpinions(context: Context, actor: Actor) {
  return { rows: await queries.listOpinions(context.db, actor.staffId) };
}

/** Replaces a person's list of common opinions (S1 §5: at least one, none empty). */
export async function saveOpinions(
  call: ActingCall<typeof opinions.addAll>,
  submitted: readonly { id?: string | null | undefined; content: string; sort: number }[],
) {
  const { context, actor } = call;
  const problems = checkOpinions(submitted);
  if (problems.length > 0) return refuse('badInput', { problems });
  return actOnce(call, async (tx) => {
    const texts = submitted.map((opinion) => ({ ...opinion, content: opinion.content.trim() }));
    await queries.replaceOpinions(tx, actor.staffId, { texts, newId: context.newId, now: context.now() });
    return {
      answer: { rows: await queries.listOpinions(tx, actor.staffId) },
      auditRecord: auditRecordOf(actor.staffId, 'opinion.save', { count: texts.length }),
    };
  });
}

function auditRecordOf(staffId: string, action: string, detail: Record<string, unknown>) {
  return { chain: `opinion:${staffId}`, action, objectKind: 'staff', objectId: staffId, detail };
}

function checkOpinions(opinions: readonly { content: string }[]): Problem[] {
  if (opinions.length === 0) return [{ field: 'opinions', message: noCommonOpinion }];
  return opinions.flatMap(({ content }, index) => {
    const message = problemOfCommonOpinion(content);
    return message === undefined ? [] : [{ field: `opinions.${index}.content`, message }];
  });
}

/** Deletes one of a person's own common opinions. */
export function deleteOwnOpinion(call: ActingCall<typeof opinions.remove>, id: string) {
  const { staffId } = call.actor;
  return actOnce(call, async (tx) => {
    const deleted = await queries.deleteOpinion(tx, staffId, id);
    return deleted === 0
      ? refuse('notFound')
      : { answer: { deleted }, auditRecord: auditRecordOf(staffId, 'opinion.delete', { id }) };
  });
}
