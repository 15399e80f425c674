import type { Rule } from '../model.ts';
import { emailPattern, isExpression, messageOf, urlPattern } from './field-parts.ts';
import {
  codeMessage,
  isObject,
  type JsonObject,
  lookUp,
  numberOf,
  type ReportOmission,
  textOf,
} from './source.ts';

const formats: Readonly<Record<string, Rule>> = {
  phone: { rule: 'phone' },
  idcard: { rule: 'certificate', category: '10' },
  email: { rule: 'pattern', value: emailPattern },
  url: { rule: 'pattern', value: urlPattern },
};

/** Reads the rules of a node: keys of JSON Schema, then entries of `x-validator`, in their order. */
export function readFormilyRules(
  node: JsonObject,
  props: JsonObject,
  path: string,
  report: ReportOmission,
): Rule[] {
  const rules: Rule[] = [];
  const isNumber = node.type === 'number' || node.type === 'integer';
  const isSlider = node['x-component'] === 'Slider';
  const addBounds = (part: JsonObject, message: { message?: string }, place: string) => {
    for (const [name, keys] of boundKeys(isNumber)) {
      const value = keys.map((key) => numberOf(part[key])).find((each) => each !== undefined);
      if (value !== undefined) rules.push({ rule: name, value, ...message });
    }
    const pattern = textOf(part.pattern);
    if (pattern !== undefined && isExpression(pattern)) report(`${place}.pattern`, codeMessage);
    else if (pattern !== undefined) rules.push({ rule: 'pattern', value: pattern, ...message });
  };
  if (!isSlider) addBounds(node, {}, path);
  const maxLength = numberOf(props.maxLength);
  if (maxLength !== undefined && !isNumber && node.maxLength === undefined)
    rules.push({ rule: 'maxLength', value: maxLength });
  if (isNumber && !isSlider) addBounds({ minimum: props.min, maximum: props.max }, {}, path);
  const validators = Array.isArray(node['x-validator']) ? node['x-validator'] : [node['x-validator']];
  for (const [index, validator] of validators.entries()) {
    const place = `${path}.x-validator${Array.isArray(node['x-validator']) ? `[${index}]` : ''}`;
    const part = typeof validator === 'string' ? { format: validator } : validator;
    if (part === undefined || part === null) continue;
    if (!isObject(part)) {
      report(place, '校验规则有误，未取用');
      continue;
    }
    const message = messageOf(part.message);
    const before = rules.length;
    const format = lookUp(formats, part.format);
    if (format) rules.push({ ...format, ...message });
    addBounds(part, message, place);
    if (rules.length === before && part.required !== true)
      report(
        place,
        isExpression(part.format) || isExpression(part.validator)
          ? codeMessage
          : '没有对应的校验规则，未取用',
      );
  }
  return rules;
}

/** Names of our bounds with the keys of a node or a validator; `min` and `max` depend on the type of the value. */
function boundKeys(isNumber: boolean): [rule: 'min' | 'max' | 'minLength' | 'maxLength', keys: string[]][] {
  return isNumber
    ? [
        ['min', ['minimum', 'min']],
        ['max', ['maximum', 'max']],
      ]
    : [
        ['minLength', ['minLength', 'min']],
        ['maxLength', ['maxLength', 'max']],
      ];
}
