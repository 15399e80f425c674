import { compilePattern } from '../patterns/safe-pattern.ts';
import { collectProblems } from '../refusals/collect-problems.ts';
import type { Problem } from '../refusals/refusals.ts';
import { checkInterfaces } from './check-interfaces.ts';
import { compileForm } from './compile.ts';
import type { CompiledForm } from './compiled-form.ts';
import { problemsOfComputed } from './computed/lint-computed.ts';
import { checkFormSize } from './form-size.ts';
import { fieldsWithPaths, innerFields, innerPrefix } from './inner-fields.ts';
import { formLimits } from './limits.ts';
import { lintLinkage } from './lint-linkage.ts';
import { lintValues } from './lint-values.ts';
import type { Condition, FieldModel } from './model.ts';
import { readModel } from './shape.ts';

const tooCostlyMessage = '整个表单的格式规则（正则表达式）过多或过于复杂，请减少或简化';

/**
 * Compiles a form that is to be published: like `compileForm`, with limits of its size and of the total cost
 * of its patterns. Forms that were published earlier are read without these limits, so that they stay usable;
 * their cost is limited when they are filled in.
 */
export function compileNewForm(json: unknown): CompiledForm | Problem[] {
  const model = readModel(json);
  if (Array.isArray(model)) return model;
  const tooLarge = collectProblems((report) => {
    checkFormSize(model.schema.fields, report);
    checkInterfaces(model, report);
  });
  if (tooLarge.length > 0) return tooLarge;
  const costlyPath = findCostlyField(model.schema.fields);
  if (costlyPath !== undefined) return [{ field: costlyPath, message: tooCostlyMessage }];
  const compiled = compileForm(model);
  const { fields } = model.schema;
  const lintProblems = [...lintLinkage(fields).errors, ...computedProblems(fields, fields)];
  const valueProblems = lintValues(fields);
  if (valueProblems.length + lintProblems.length === 0) return compiled;
  return [...(Array.isArray(compiled) ? compiled : []), ...valueProblems, ...lintProblems];
}

/** Returns the problems of the expressions of these fields, and of those inside them, in a form with `fields`. */
function computedProblems(
  fields: readonly FieldModel[],
  checked: readonly FieldModel[],
  prefix = '',
  around: readonly FieldModel[] = [],
): Problem[] {
  return checked.flatMap((field) => {
    const path = prefix + field.id;
    const inner = computedProblems(fields, innerFields(field), innerPrefix(field, path), [...around, field]);
    return [
      ...problemsOfComputed(field, { fields, around }).map((message) => ({ field: path, message })),
      ...inner,
    ];
  });
}

/** Returns the path of the field at which the patterns exceed the limit; undefined if none does. */
function findCostlyField(fields: readonly FieldModel[]): string | undefined {
  let [characters, states] = [0, 0];
  for (const { path, field } of fieldsWithPaths(fields)) {
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
  const rulePatterns = rules.map((rule) => (rule.rule === 'pattern' ? rule.value : undefined));
  return [...rulePatterns, ...linkage.flatMap(({ when }) => patternsOfCondition(when))].filter(
    (source) => typeof source === 'string',
  );
}

function patternsOfCondition(condition: Condition): unknown[] {
  if ('and' in condition) return condition.and.flatMap(patternsOfCondition);
  if ('or' in condition) return condition.or.flatMap(patternsOfCondition);
  if ('not' in condition) return patternsOfCondition(condition.not);
  return condition.is === 'regexp' ? [condition.value] : [];
}
