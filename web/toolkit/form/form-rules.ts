import type { CompiledForm } from '#domain/forms/compiled-form.ts';
import { type FieldRuleCall, hasLibraryRules } from '#domain/forms/library-rules.ts';
import type { Problem } from '#domain/refusals/refusals.ts';
import type { FormSettings } from './form-content.ts';
import type { ExecuteRule, RuleVerdicts } from './rule-verdicts.ts';

/** The rules of the library of one form; the code that executes them is loaded for a form that has such rules. */
export class FormRules {
  readonly #calls: () => readonly FieldRuleCall[];
  readonly #onVerdict: (field: string) => void;
  readonly #loading: Promise<void> | undefined;
  #verdicts: RuleVerdicts | undefined;

  /** `calls` returns the rules with the current values; `onVerdict` is called with the field of each new verdict. */
  constructor(
    form: CompiledForm,
    { executeRule, mode }: FormSettings,
    calls: () => readonly FieldRuleCall[],
    onVerdict: (field: string) => void,
  ) {
    this.#calls = calls;
    this.#onVerdict = onVerdict;
    if (executeRule && mode === 'edit' && hasLibraryRules(form)) this.#loading = this.#load(executeRule);
  }

  /** Without the code, as without a connection, only the server checks the rules. */
  async #load(executeRule: ExecuteRule): Promise<void> {
    const loaded = await import('./rule-verdicts.ts').catch(() => undefined);
    this.#verdicts = loaded && new loaded.RuleVerdicts(executeRule, this.#onVerdict);
  }

  /** Returns the tips of unsatisfied rules, at fields without another problem. */
  problems(others: readonly Problem[]): Problem[] {
    const tips = this.#verdicts?.problems(this.#calls()) ?? [];
    return tips.filter((tip) => !others.some(({ field }) => field === tip.field));
  }

  /** Executes the rules that read a field which was left, unless their other values are still missing. */
  executeAfter(path: string): void {
    const isReady = ({ values, reads }: FieldRuleCall) =>
      reads.includes(path) && !Object.values(values).includes(null);
    if (this.#verdicts) this.#verdicts.executeSoon(this.#calls().filter(isReady));
  }

  /** Executes all rules for a submission; undefined if the form has none, or has other problems. */
  settle(hasProblems: () => boolean): Promise<void> | undefined {
    if (!this.#loading || hasProblems()) return undefined;
    return this.#loading.then(() => this.#verdicts?.settle(this.#calls()));
  }
}
