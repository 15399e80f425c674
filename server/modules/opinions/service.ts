import type { Actor } from '#domain/access/actor.ts';
import { type Problem, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import { maxOpinionLength } from '#domain/workflow/limits.ts';
import type { Context } from '#server/context/context.ts';
import { inTransaction } from '#server/database/transaction.ts';
import * as queries from './queries.ts';

export async function listMine(context: Context, actor: Actor) {
  return { rows: await queries.listOpinions(context.db, actor.staffId) };
}

/** Puts a person's list of common opinions in place of the one before (S1 §5: at least one, none empty). */
export async function saveAll(
  context: Context,
  actor: Actor,
  opinions: readonly { id?: string; content: string; sort: number }[],
): Promise<{ rows: { id: string; content: string; sort: number }[] } | Refusal> {
  const problems = checkOpinions(opinions);
  if (problems.length > 0) return refuse('badInput', { problems });
  const now = context.now();
  await inTransaction(context.db, async (tx) => {
    const rows = opinions.map(({ content, sort }) => ({
      id: context.newId(),
      content: content.trim(),
      sort,
    }));
    await queries.replaceOpinions(tx, actor.staffId, rows, now);
  });
  return listMine(context, actor);
}

function checkOpinions(opinions: readonly { content: string }[]): Problem[] {
  if (opinions.length === 0) return [{ field: 'opinions', message: '请添加常用意见！' }];
  return opinions.flatMap(({ content }, index) => {
    const field = `opinions.${index}.content`;
    if (content.trim() === '') return [{ field, message: '请输入常用意见！' }];
    return [...content].length > maxOpinionLength
      ? [{ field, message: `常用意见不能超过${maxOpinionLength}个字符` }]
      : [];
  });
}

export async function remove(
  context: Context,
  actor: Actor,
  id: string,
): Promise<{ deleted: number } | Refusal> {
  const deleted = await inTransaction(context.db, (tx) => queries.deleteOpinion(tx, actor.staffId, id));
  return deleted === 0 ? refuse('notFound') : { deleted };
}
