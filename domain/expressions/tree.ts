/**
 * An expression as a tree: the part of FEEL whose cost is bounded by the data that it reads. See
 * docs/decisions/0034.
 */
import type { SafePattern } from '../patterns/safe-pattern.ts';
import type { Decimal } from './decimal.ts';
import type { FunctionName } from './functions.ts';
import type { Arithmetic, ComparisonOperator } from './values.ts';

export type Expression =
  | { kind: 'value'; value: string | Decimal | boolean | null }
  | { kind: 'name'; name: string }
  | { kind: 'path'; operand: Expression; field: string }
  | { kind: 'list'; items: readonly Expression[] }
  | { kind: 'and' | 'or'; parts: readonly Expression[] }
  | { kind: 'compare'; operator: ComparisonOperator; left: Expression; right: Expression }
  | { kind: 'arithmetic'; operator: Arithmetic; left: Expression; right: Expression }
  | { kind: 'negative'; operand: Expression }
  | { kind: 'in'; value: Expression; tests: readonly Test[] }
  | { kind: 'if'; condition: Expression; then: Expression; otherwise: Expression }
  | { kind: 'some' | 'every'; name: string; list: Expression; satisfies: Expression }
  | { kind: 'call'; name: FunctionName; args: readonly Expression[] }
  | { kind: 'matches'; text: Expression; pattern: SafePattern }
  /** Result of a rule of the library, by its id. */
  | { kind: 'rule'; code: string };

/** The right-hand side of `in`: a value or a list that contains it, a bound, a range. */
export type Test =
  | { kind: 'among'; container: Expression }
  | { kind: 'bound'; operator: ComparisonOperator; limit: Expression }
  | { kind: 'range'; from: Expression; to: Expression; includesFrom: boolean; includesTo: boolean };
