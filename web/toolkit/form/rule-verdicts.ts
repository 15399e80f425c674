import type { FieldRuleCall } from '#domain/forms/library-rules.ts';
import type { Problem } from '#domain/refusals/refusals.ts';

/** Executes a rule of the library on the server; returns its tip, or null if it is satisfied. */
export type ExecuteRule = (code: string, values: Readonly<Record<string, unknown>>) => Promise<string | null>;

/** Time after a field was left until its rules are executed, so that quick moves between fields send one request. */
const delayMs = 300;

/** Time for which a submission waits for its rules; afterwards only the server decides. */
const waitLimitMs = 5_000;

const maxVerdicts = 200;

/**
 * The verdicts of the server on the rules of one form. A verdict belongs to the values that it judged: it counts
 * while the form has these values, also if it arrives late. A rule that could not be executed has no verdict here,
 * and the server decides at the submission.
 */
export class RuleVerdicts {
  readonly #execute: ExecuteRule;
  readonly #onVerdict: (field: string) => void;
  /** Tips by rule and values; null for satisfied ones. */
  readonly #tips = new Map<string, string | null>();
  readonly #running = new Map<string, Promise<void>>();
  /** The rules of fields that were left, with the values at that time. */
  readonly #waiting = new Map<string, FieldRuleCall>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `onVerdict` is called with the field of each verdict that arrives. */
  constructor(execute: ExecuteRule, onVerdict: (field: string) => void) {
    this.#execute = execute;
    this.#onVerdict = onVerdict;
  }

  /** Returns the tips of the rules that are known not to be satisfied. */
  problems(calls: readonly FieldRuleCall[]): Problem[] {
    return calls.flatMap((call) => {
      const tip = this.#tips.get(keyOf(call));
      return tip === undefined || tip === null ? [] : [{ field: call.field, message: call.message ?? tip }];
    });
  }

  /** Executes the rules a moment after the last field was left. */
  executeSoon(calls: readonly FieldRuleCall[]): void {
    for (const call of calls) this.#waiting.set(`${call.field} ${call.code}`, call);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#executeWaiting(), delayMs);
  }

  /** Executes the rules without a verdict now; ends with the last answer, at the latest after the limit. */
  async settle(calls: readonly FieldRuleCall[]): Promise<void> {
    clearTimeout(this.#timer);
    let limit: ReturnType<typeof setTimeout> | undefined;
    const isOver = new Promise<void>((resolve) => {
      limit = setTimeout(resolve, waitLimitMs);
    });
    await Promise.race([this.#executeAll(calls), isOver]);
    clearTimeout(limit);
  }

  #executeWaiting(): void {
    const calls = [...this.#waiting.values()];
    this.#waiting.clear();
    void this.#executeAll(calls);
  }

  async #executeAll(calls: readonly FieldRuleCall[]): Promise<void> {
    await Promise.all(calls.map((call) => this.#executeOnce(call)));
  }

  #executeOnce(call: FieldRuleCall): Promise<void> | undefined {
    const key = keyOf(call);
    if (this.#tips.has(key)) return undefined;
    const running = this.#running.get(key) ?? this.#executeNow(call, key);
    this.#running.set(key, running);
    return running;
  }

  async #executeNow({ field, code, values }: FieldRuleCall, key: string): Promise<void> {
    try {
      const tip = await this.#execute(code, values);
      if (this.#tips.size >= maxVerdicts) this.#tips.clear();
      this.#tips.set(key, tip);
      this.#onVerdict(field);
    } catch {
      // Without a verdict the person goes on; the server executes the rule again at the submission.
    } finally {
      this.#running.delete(key);
    }
  }
}

const keyOf = ({ code, values }: FieldRuleCall): string => JSON.stringify([code, values]);
