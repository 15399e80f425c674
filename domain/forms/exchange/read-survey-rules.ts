import type { FormComponent } from '#domain/enumerations/form-component.ts';
import type { Rule } from '../model.ts';
import { emailPattern, messageOf, urlPattern } from './field-parts.ts';
import { isObject, type JsonObject, listOf, numberOf, type ReportOmission, textOf } from './source.ts';

const rulesOfInput: Readonly<Record<string, Rule>> = {
  email: { rule: 'pattern', value: emailPattern },
  tel: { rule: 'phone' },
  url: { rule: 'pattern', value: urlPattern },
};

/** Reads the rules of a question: its own bounds, the format of its type, then its validators. */
export function readSurveyRules(
  element: JsonObject,
  kind: FormComponent,
  path: string,
  report: ReportOmission,
): Rule[] {
  const rules: Rule[] = [];
  const add = (rule: 'min' | 'max' | 'minLength' | 'maxLength', value: unknown, message = {}) => {
    const bound = numberOf(value);
    if (bound !== undefined) rules.push({ rule, value: bound, ...message });
  };
  if (kind === 'number') {
    add('min', element.min);
    add('max', element.max);
  } else if (kind === 'single-line' || kind === 'textarea') {
    const length = numberOf(element.maxLength);
    // SurveyJS writes -1 for the limit of the whole survey.
    if (length !== undefined && length > 0) add('maxLength', length);
    const inputType = String(element.inputType ?? '');
    const rule = Object.hasOwn(rulesOfInput, inputType) ? rulesOfInput[inputType] : undefined;
    if (rule) rules.push(rule);
  }
  for (const [index, validator] of listOf(element.validators).entries()) {
    const place = `${path}.validators[${index}]`;
    const part = isObject(validator) ? validator : {};
    const message = messageOf(part.text);
    const before = rules.length;
    if (part.type === 'numeric') {
      add('min', part.minValue, message);
      add('max', part.maxValue, message);
    } else if (part.type === 'text') {
      add('minLength', part.minLength || undefined, message);
      add('maxLength', part.maxLength || undefined, message);
    } else if (part.type === 'regex' && textOf(part.regex) !== undefined) {
      rules.push({ rule: 'pattern', value: textOf(part.regex) ?? '', ...message });
    } else if (part.type === 'email') rules.push({ rule: 'pattern', value: emailPattern, ...message });
    if (rules.length === before)
      report(place, `没有与校验“${String(part.type).slice(0, 60)}”对应的规则，未取用`);
  }
  return rules;
}
