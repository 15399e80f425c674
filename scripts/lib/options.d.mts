/** The options of each command; the names are those of `commands.mjs`. */
export interface CommandValues {
  start: { open: boolean };
  chaos: {
    actions: number | undefined;
    faults: number | undefined;
    people: number | undefined;
    minutes: number | undefined;
    keep: boolean;
  };
  bench: {
    orders: number | undefined;
    large: boolean;
    rounds: number | undefined;
    seconds: number | undefined;
    only: string | undefined;
    keep: boolean;
    'churn-minutes': number | undefined;
    'warm-up': number | undefined;
    lean: boolean;
    address: string | undefined;
    captcha: string | undefined;
    browser: string | undefined;
  };
  model: { steps: number | undefined; seed: number | undefined; mutants: boolean };
  'upgrade-run': { minutes: number | undefined; people: number | undefined };
  migrate: { check: boolean };
  doctor: { json: boolean };
  backup: {
    check: boolean;
    keys: string | undefined;
    'keys-beside': boolean;
    identity: string | undefined;
    keep: number | undefined;
    'despite-damage': boolean;
  };
  'backup:identity': Record<string, never>;
  restore: {
    into: string | undefined;
    keys: string | undefined;
    identity: string | undefined;
    'send-messages': boolean;
  };
  'audit:verify': {
    anchor: string[];
    'anchors-file': string | undefined;
    'no-files': boolean;
    acknowledge: string | undefined;
    reason: string | undefined;
  };
  'account:reset': Record<string, never>;
}

export class UsageError extends Error {
  constructor(name: keyof CommandValues, problems: readonly { chinese: string; english: string }[]);
  /** 0 if only the usage was requested. */
  exitCode: 0 | 2;
}

export function readCommand<Name extends keyof CommandValues>(
  name: Name,
  args: readonly string[],
): { values: CommandValues[Name]; positionals: string[] };
