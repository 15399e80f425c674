import type { CompiledForm } from '#domain/forms/compiled-form.ts';
import { holidaysOf } from '#domain/forms/computed/exceptional-days.ts';
import type { Computation, ComputingFacts } from './computed-values.ts';

/** Loads the evaluation of expressions, and returns it for a form. */
export async function loadComputation(
  form: CompiledForm,
  { today, workingDays }: ComputingFacts,
): Promise<Computation> {
  const { computedText, createComputing } = await import('#domain/forms/computed/computing.ts');
  const { compute } = createComputing({ today, holidays: workingDays && holidaysOf(workingDays) });
  return { compute, text: (field) => computedText(field, form) };
}
