import type { Problem } from '../refusals/refusals.ts';
import { MaskRule } from '../sensitive/masks.ts';
import { applicantValueLabel } from './applicant-values.ts';
import type { FieldModel, FormModel } from './model.ts';

/** The applicant's values that the specification protects by options of their mapping (S2 §3), with the usual masks. */
const defaultRules = {
  name: MaskRule.name,
  certCode: MaskRule.certCode,
  mobile: MaskRule.mobile,
} as const;
type MappedValue = keyof typeof defaultRules;
const mappedValues = Object.keys(defaultRules) as MappedValue[];

type Options = Readonly<Record<string, unknown>>;

/**
 * Returns the model with the options of mapped applicant fields (`name-encryption`, `certCode-secret`,
 * `mobile-secret-rule` …, S2 §3) written as the field's own `x-encryption`, `x-secret` and `x-secret-rule`, so that
 * no other rule has to know them; reports options that contradict the field. A field with such options takes over
 * the applicant's value that they name.
 */
export function withMappedProtection(model: FormModel): { model: FormModel; problems: Problem[] } {
  // The text of an author may be any JSON; its shape is checked when it is compiled.
  const fields: unknown = (model as Partial<FormModel> | null)?.schema?.fields;
  if (!Array.isArray(fields)) return { model, problems: [] };
  const problems: Problem[] = [];
  const mapped = fields.map((field: unknown) => mapField(field, problems));
  return { model: { ...model, schema: { ...model.schema, fields: mapped as FieldModel[] } }, problems };
}

function mapField(field: unknown, problems: Problem[]): unknown {
  if (typeof field !== 'object' || field === null) return field;
  const options = field as Options;
  const used = mappedValues.filter((value) => namesOf(value).some((name) => Object.hasOwn(options, name)));
  if (used.length === 0) return field;
  const report = (message: string) => void problems.push({ field: String(options.id ?? ''), message });
  const [value, second] = used;
  if (value === undefined || second !== undefined) {
    report('一个字段只能取自申请人的一项');
    return field;
  }
  const { 'x-applicant': applicant = value } = options;
  if (applicant !== value) {
    report(`${value} 的保护选项只能用于取自申请人“${applicantValueLabel[value]}”的字段`);
    return field;
  }
  const [encryption, secret, rule] = namesOf(value);
  for (const name of [encryption, secret])
    if (!['boolean', 'undefined'].includes(typeof options[name])) report(`${name} 应为 true 或 false`);
  const isSecret = options[secret] === true;
  const others = Object.fromEntries(
    Object.entries(options).filter(([name]) => !namesOf(value).includes(name)),
  );
  return {
    ...others,
    'x-applicant': applicant,
    ...(options[encryption] === true && { 'x-encryption': true }),
    ...(isSecret && {
      'x-secret': true,
      'x-secret-rule': options[rule] ?? others['x-secret-rule'] ?? defaultRules[value],
    }),
  };
}

function namesOf(value: MappedValue): [encryption: string, secret: string, rule: string] {
  return [`${value}-encryption`, `${value}-secret`, `${value}-secret-rule`];
}
