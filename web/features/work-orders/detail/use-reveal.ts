import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { useAction } from '#web/api/use-action.ts';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';

/** Loads the masked values of an order; returns undefined after a refusal, which is reported. */
export function useReveal<P extends z.ZodType, O extends z.ZodType>(
  endpoint: Endpoint<P, z.ZodType, z.ZodType, O>,
  workorderCode: string,
): { running: boolean; reveal: () => Promise<z.output<O> | undefined> } {
  const anyEndpoint: Endpoint<z.ZodType, z.ZodType, z.ZodType, O> = endpoint;
  const { run, running } = useAction(anyEndpoint);
  const feedback = useFeedback();
  const reveal = async () => {
    const outcome = await run({ params: { workorderCode } });
    if (outcome.kind === 'failed') feedback.failure(outcome.failure);
    return outcome.kind === 'done' ? outcome.data : undefined;
  };
  return { running, reveal };
}
