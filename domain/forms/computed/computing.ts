import type { HolidayTable } from '../../calendar/holiday-table.ts';
import { isLocalDate, type LocalDate } from '../../calendar/local-date.ts';
import { Budget, StepLimitError } from '../../expressions/budget.ts';
import { Decimal, decimalText, numberOf, round } from '../../expressions/decimal.ts';
import { evaluate } from '../../expressions/evaluate.ts';
import { expressionText } from '../../expressions/expression-text.ts';
import { readExpression } from '../../expressions/read.ts';
import type { Expression } from '../../expressions/tree.ts';
import type { Value } from '../../expressions/values.ts';
import type { CompiledField, CompiledForm } from '../compiled-form.ts';
import { PatternCostExceededError, patternCostText } from '../pattern-cost.ts';
import { type Computing, computedPlaces, computedTypes } from './computed.ts';

/** The day and the working days with which a form is computed, in the browser as on the server. */
export interface ComputingDay {
  today: LocalDate;
  holidays: HolidayTable | undefined;
}

/** Work of one step of an expression, compared with a state of a pattern. */
const workPerStep = 5;

/** Steps for getting the value of a field that an expression names. */
const stepsPerRead = 2;

const trees = new WeakMap<CompiledField, Expression | undefined>();

function treeOf(field: CompiledField): Expression | undefined {
  if (trees.has(field) || !field.computed) return trees.get(field);
  const { source, reads } = field.computed;
  const tree = readExpression(source, reads, { hasCalendar: true });
  // An expression that cannot be read is refused at publishing.
  trees.set(field, 'reason' in tree ? undefined : tree);
  return trees.get(field);
}

/** Returns the evaluation of computed fields on a day. */
export function createComputing({ today, holidays }: ComputingDay): Pick<Computing, 'compute'> {
  return {
    compute(field, read, work) {
      const tree = treeOf(field);
      if (tree === undefined) return field.kind.empty;
      const reads = field.computed?.reads ?? [];
      const budget = new Budget((steps) => work.spend(steps * workPerStep));
      try {
        // A cell may read hundreds of fields, also those that its result does not need.
        budget.spend(reads.length * stepsPerRead);
        const scope = Object.fromEntries(reads.map((id) => [id, read(id)]));
        return fieldValue(field, evaluate(tree, scope, { budget, skipsBlanks: true, today, holidays }));
      } catch (error) {
        if (error instanceof StepLimitError) throw new PatternCostExceededError(patternCostText);
        throw error;
      }
    },
  };
}

/** Returns the expression of a field in words, with the titles of the fields that its names mean. */
export function computedText(field: CompiledField, form: Pick<CompiledForm, 'fields'>): string {
  const tree = treeOf(field);
  const around = computedPlaces(form).byField.get(field)?.around ?? [];
  const scope = [...around.toReversed().flatMap(({ columns }) => columns), ...form.fields];
  return tree === undefined ? '' : expressionText(tree, scope);
}

/** Returns a result in the shape of a field, rounded to its decimal places; the empty value for another type. */
function fieldValue({ kind, kindName, props }: CompiledField, result: Value): unknown {
  const read = (value: unknown) => kind.normalise(value) ?? kind.empty;
  switch (computedTypes[kindName]) {
    case 'number':
      return result instanceof Decimal ? read(numberOf(rounded(result, props.precision))) : kind.empty;
    case 'boolean':
      return typeof result === 'boolean' ? read(result) : kind.empty;
    case 'day':
      return typeof result === 'string' && isLocalDate(result) ? read(result) : kind.empty;
    default:
      return typeof result === 'string' ? read(result) : kind.empty;
  }
}

const maxDigits = 15;
const maxPlaces = 10;

/** Rounds half up to the decimal places of the field, by default to the digits that a number field can hold. */
function rounded(value: Decimal, precision: number | undefined): Decimal {
  const whole = decimalText(value).replace(/^-/, '').split('.')[0]?.length ?? 1;
  return round(value, Math.min(precision ?? maxPlaces, Math.max(0, maxDigits - whole)));
}
