import { isRefusal, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import { reserveHits } from '#server/kernel/http/rate-limit.ts';
import { ownCodeLimits } from './login-limits.ts';

/**
 * Counts the code as a wrong one before it is checked, so that concurrent attempts share one person's limit.
 */
export async function countCodeAttempt<Answer>(
  { context, actor }: { context: Context; actor: { staffId: string } },
  tryCode: () => Promise<Answer>,
): Promise<Answer | Refusal<'tooManyAttempts'>> {
  const reservation = await reserveHits(context.db, ownCodeLimits(actor.staffId), context.now());
  if (!reservation) return refuse('tooManyAttempts');
  const answer = await tryCode();
  if (!isRefusal(answer) || answer.refused !== 'wrongCode') await reservation.release();
  return answer;
}
