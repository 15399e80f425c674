import { z } from 'zod';
import { RuleType } from '#domain/enumerations/rule-type.ts';
import { ValidationKind } from '#domain/enumerations/validation-kind.ts';
import { ruleLimits } from '#domain/rules/limits.ts';
import { ParamType } from '#domain/rules/model.ts';
import { endpoint, idempotencyRefusals, oneLine, requiredText } from './endpoint.ts';
import { RuleParamVo } from './rules.ts';
import { seenVersion } from './seen-state.ts';

/** Rules, as the configuration administrator edits, tests and publishes them (docs/decisions/0219). */

const Problem = z.object({ field: z.string(), message: z.string() });

export const RuleVersion = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  version: z.number().int(),
  publishedAt: z.iso.datetime(),
  publishedBy: z.string(),
});
export type RuleVersion = z.output<typeof RuleVersion>;

const ListedParamVo = z.object({ dataKey: z.string(), name: z.string(), paramType: z.enum(ParamType) });

/** A published rule, as the author of a form chooses it. */
export const UsableRuleVo = z.object({ code: z.string(), name: z.string(), params: z.array(ListedParamVo) });
export type UsableRuleVo = z.output<typeof UsableRuleVo>;

/** A place that uses a rule. */
export const RuleUse = z.object({
  kind: z.enum(['rule', 'form', 'button', 'condition']),
  /** Name of the place, such as `表单“占道经营申请表”的字段“占道面积”`. */
  text: z.string(),
  /** Id of the rule, code of the form or key of the process. */
  code: z.string(),
});
export type RuleUse = z.output<typeof RuleUse>;

export const ListedRule = RuleVersion.extend({
  type: z.enum(RuleType),
  kind: z.enum(ValidationKind),
  groupId: z.string(),
  /**
   * The values that a call sends to the rule, those of an orchestration's steps included; the values of an
   * element, of which other rules take one.
   */
  params: z.array(ListedParamVo),
  /** The rules, forms, buttons and conditions that use it, in their newest versions. */
  usedBy: z.array(RuleUse),
});
export type ListedRule = z.output<typeof ListedRule>;

/** The rule as JSON text: the check of rules validates its content and names every problem at its place. */
const model = z.strictObject({ json: z.string().max(400_000) });

/** Values of one trial, by the keys of the parameters. */
const TrialValues = z.record(
  z.string().max(ruleLimits.keyLength),
  z.string().max(2 * ruleLimits.valueLength),
);

export const TrialResult = z.object({
  result: z.boolean(),
  tipContext: z.string(),
  ruleParamsVoList: z.array(RuleParamVo),
  parts: z.array(
    z.object({ outcome: z.enum(['met', 'unmet', 'empty', 'unlike', 'skipped']), text: z.string() }),
  ),
  /** The beginning of the last answer of an interface; empty if none was asked. */
  answer: z.string(),
});
export type TrialResult = z.output<typeof TrialResult>;

export const ruleLibrary = {
  list: endpoint({
    method: 'GET',
    reads: ['rules'],
    path: '/api/rules',
    summary: '规则列表',
    output: z.object({ rows: z.array(ListedRule) }),
  }),
  usable: endpoint({
    method: 'GET',
    reads: ['rules'],
    path: '/api/rules/usable',
    summary: '可用于表单的规则',
    output: z.object({ rows: z.array(UsableRuleVo) }),
  }),
  versions: endpoint({
    method: 'GET',
    reads: ['rules'],
    path: '/api/rules/versions',
    summary: '规则版本',
    query: z.strictObject({ code: z.string().max(80) }),
    output: z.object({ rows: z.array(RuleVersion) }),
    refusals: ['notFound'],
  }),
  version: endpoint({
    method: 'GET',
    reads: ['rules'],
    path: '/api/rules/version',
    summary: '规则内容',
    query: z.strictObject({ id: z.string().max(80) }),
    /** The rule as published. */
    output: z.object({ model: z.unknown() }),
    refusals: ['notFound'],
  }),
  check: endpoint({
    method: 'POST',
    reads: [],
    path: '/api/rules/check',
    summary: '检查规则',
    body: model,
    output: z.object({
      problems: z.array(Problem),
      /** Parts that are permitted but often a mistake. */
      hints: z.array(Problem),
      rule: z.object({ code: z.string(), name: z.string(), current: z.number().int().nullable() }).nullable(),
      /** Changes against the current version. */
      changes: z.array(z.object({ part: z.string(), before: z.string(), after: z.string() })),
    }),
    mutates: false,
  }),
  tryOut: endpoint({
    method: 'POST',
    reads: [],
    path: '/api/rules/try',
    summary: '试用规则',
    /** The rule as the editor has it, which need not be published, with the values of one or more trials. */
    body: model.extend({
      trials: z
        .array(TrialValues)
        .min(1)
        .max(ruleLimits.examples + 1),
    }),
    output: z.object({ problems: z.array(Problem), results: z.array(TrialResult) }),
    refusals: ['busy'],
    mutates: false,
  }),
  publish: endpoint({
    method: 'POST',
    changes: ['rules'],
    path: '/api/rules',
    summary: '发布规则',
    /** The newest version as the sender saw it, 0 for a new rule; without it nothing is compared. */
    body: model.extend({ over: seenVersion.optional() }),
    output: z.object({ id: z.string(), code: z.string(), version: z.number().int() }),
    refusals: ['definitionInvalid', 'dataChanged', 'forbidden', ...idempotencyRefusals],
  }),
  saveGroup: endpoint({
    method: 'POST',
    changes: ['rules'],
    path: '/api/rules/groups',
    summary: '保存规则组',
    body: z.strictObject({
      /** Left out for a new group. */
      id: z.string().max(80).optional(),
      name: oneLine(requiredText('请填写规则组名称').max(ruleLimits.nameLength)),
      /** The group above; `0` for none. Only for a new group. */
      parent: z.string().max(80).default('0'),
      /** The name of the group as the sender saw it. */
      seenName: z.string().max(80).optional(),
    }),
    output: z.object({ id: z.string() }),
    refusals: ['notFound', 'dataChanged', 'forbidden', ...idempotencyRefusals],
  }),
};
