import { collectProblems } from '../refusals/collect-problems.ts';
import type { Problem } from '../refusals/refusals.ts';
import { compileForm } from './compile.ts';
import type { CompiledForm } from './compiled-form.ts';
import { checkFormSize } from './form-size.ts';
import { formLimits } from './limits.ts';
import type { Condition, FieldModel } from './model.ts';
import { compilePattern } from './safe-pattern.ts';
import { readModel } from './shape.ts';

const tooCostly = '整个表单的格式规则（正则表达式）过多或过于复杂，请减少或简化';

/**
 * Compiles a form that is to be published: as `compileForm`, and it must be no larger, and its patterns together no dearer, than a form
 * may be. Forms that were published before are read without that, so that none of them is lost; what they cost is bounded where they are
 * filled in.
 */
export function compileNewForm(json: unknown): CompiledForm | Problem[] {
  const model = readModel(json);
  if (Array.isArray(model)) return model;
  const tooLarge = collectProblems((say) => checkFormSize(model.schema.fields, say));
  if (tooLarge.length > 0) return tooLarge;
  const costly = findCostlyField(model.schema.fields);
  return costly === undefined ? compileForm(model) : [{ field: costly, message: tooCostly }];
}

/** Returns the path of the field at which the patterns become too many; undefined where they do not. */
function findCostlyField(fields: readonly FieldModel[]): string | undefined {
  let [characters, states] = [0, 0];
  const placed = fields.flatMap((field) => [
    { path: field.id, field },
    ...(field.columns ?? []).map((column) => ({ path: `${field.id}[].${column.id}`, field: column })),
  ]);
  for (const { path, field } of placed) {
    for (const source of patternsOf(field)) {
      characters += source.length;
      if (characters > formLimits.patternTextOfForm) return path;
      const pattern = compilePattern(source);
      states += 'reason' in pattern ? 0 : pattern.states;
      if (states > formLimits.patternStatesOfForm) return path;
    }
  }
  return undefined;
}

function patternsOf({ rules = [], linkage = [] }: FieldModel): string[] {
  const ofRules = rules.map((rule) => (rule.rule === 'pattern' ? rule.value : undefined));
  return [...ofRules, ...linkage.flatMap(({ when }) => patternsOfCondition(when))].filter(
    (source) => typeof source === 'string',
  );
}

function patternsOfCondition(condition: Condition): unknown[] {
  if ('and' in condition) return condition.and.flatMap(patternsOfCondition);
  if ('or' in condition) return condition.or.flatMap(patternsOfCondition);
  if ('not' in condition) return patternsOfCondition(condition.not);
  return condition.is === 'regexp' ? [condition.value] : [];
}
