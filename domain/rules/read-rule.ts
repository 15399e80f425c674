import { AuditMethod } from '../enumerations/audit-method.ts';
import { type Code, hasCode } from '../enumerations/code-list.ts';
import { RuleOperator } from '../enumerations/rule-operator.ts';
import { RuleType } from '../enumerations/rule-type.ts';
import { ValidationKind } from '../enumerations/validation-kind.ts';
import { interfaceLimits } from '../interfaces/limits.ts';
import type { OutboundInterface } from '../interfaces/outbound-interface.ts';
import type { Problem } from '../refusals/refusals.ts';
import { ruleLimits } from './limits.ts';
import { type ConfiguredRule, ParamSource, ParamType } from './model.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * Reads a rule from JSON: every part must have its type, and a part that rules do not have is a problem, so that
 * no misspelt part is ignored in silence. The meaning of the parts is checked by `problemsOfConfiguredRule`.
 */
export function readRule(json: unknown): { rule: ConfiguredRule } | { problems: Problem[] } {
  const problems: Problem[] = [];
  const rule = readTop(json, problems);
  return problems.length > 0 ? { problems } : { rule };
}

function readTop(json: unknown, problems: Problem[]): ConfiguredRule {
  const reader = new Reader(json, '', problems);
  const base = new Reader(reader.take('ruleBase'), 'ruleBase', problems);
  const rule: ConfiguredRule = {
    ruleBase: {
      id: base.text('id'),
      name: base.text('name'),
      type: base.code('type', RuleType),
      kind: base.code('kind', ValidationKind),
      auditMethod: base.code('auditMethod', AuditMethod),
      groupId: base.text('groupId'),
      categoryId: base.text('categoryId'),
      tipContext: base.text('tipContext'),
    },
    ruleParams: reader.list('ruleParams', ruleLimits.params, (row) => ({
      dataKey: row.text('dataKey'),
      name: row.text('name'),
      paramType: row.code('paramType', ParamType),
      source: row.code('source', ParamSource),
      value: row.text('value'),
      elementId: row.text('elementId'),
      paramId: row.text('paramId'),
    })),
    match: reader.code('match', { all: 'all', any: 'any' } as const),
    ruleConditions: reader.list('ruleConditions', ruleLimits.conditions, (row) => ({
      dataKey: row.text('dataKey'),
      operator: row.code('operator', RuleOperator),
      paramType: row.code('paramType', ParamType),
      compareValueKey: row.text('compareValueKey'),
      compareValue: row.text('compareValue'),
    })),
    script: reader.text('script'),
    steps: reader.texts('steps', ruleLimits.steps),
    examples: reader.list('examples', ruleLimits.examples, (row) => ({
      name: row.text('name'),
      values: row.record('values'),
      expected: row.flag('expected'),
    })),
  };
  const remote = reader.take('interface');
  if (remote !== undefined) rule.interface = readInterface(new Reader(remote, 'interface', problems));
  base.finish();
  reader.finish();
  return rule;
}

function readInterface(reader: Reader): OutboundInterface {
  const [dataKey, paramRemark] = [reader.text('dataKey'), reader.text('paramRemark')];
  const definition: OutboundInterface = {
    targetUrl: reader.text('targetUrl'),
    method: reader.code('method', { get: 'GET', post: 'POST' } as const),
    ...(dataKey !== '' && { dataKey }),
    ...(paramRemark !== '' && { paramRemark }),
    headers: reader.record('headers'),
    requestParams: reader.list('requestParams', interfaceLimits.params, (row) => {
      const key = row.text('key');
      return row.has('field') ? { key, field: row.text('field') } : { key, value: row.text('value') };
    }),
  };
  reader.finish();
  return definition;
}

/** Reads the parts of one object, and remembers which it has read. */
class Reader {
  private readonly json: Json;
  private readonly place: string;
  private readonly problems: Problem[];
  private readonly known = new Set<string>();

  constructor(json: unknown, place: string, problems: Problem[]) {
    const isObject = typeof json === 'object' && json !== null && !Array.isArray(json);
    this.json = isObject ? (json as Json) : {};
    this.place = place;
    this.problems = problems;
    if (!isObject) this.report('', '应是对象');
  }

  take(key: string): unknown {
    this.known.add(key);
    return Object.hasOwn(this.json, key) ? this.json[key] : undefined;
  }

  has(key: string): boolean {
    return Object.hasOwn(this.json, key);
  }

  /** Returns a text; a missing one is empty. */
  text(key: string): string {
    const value = this.take(key) ?? '';
    if (typeof value === 'string') return value;
    this.report(key, '应是文字');
    return '';
  }

  flag(key: string): boolean {
    const value = this.take(key);
    if (typeof value !== 'boolean') this.report(key, '应是 true 或 false');
    return value === true;
  }

  code<T extends Code>(key: string, codes: Readonly<Record<string, T>>): T {
    const value = this.take(key);
    if (hasCode(codes, value)) return value as T;
    this.report(key, `应是 ${Object.values(codes).join('、')} 之一`);
    return Object.values(codes)[0] as T;
  }

  list<T>(key: string, limit: number, read: (row: Reader) => T): T[] {
    return this.array(key, limit).map((row, index) => {
      const reader = new Reader(row, this.pathOf(`${key}.${index}`), this.problems);
      const value = read(reader);
      reader.finish();
      return value;
    });
  }

  texts(key: string, limit: number): string[] {
    return this.array(key, limit).map((value, index) => {
      if (typeof value === 'string') return value;
      this.report(`${key}.${index}`, '应是文字');
      return '';
    });
  }

  record(key: string): Record<string, string> {
    const value = this.take(key) ?? {};
    const isRecord = typeof value === 'object' && !Array.isArray(value);
    const entries = isRecord ? Object.entries(value) : [];
    if (!isRecord || entries.some(([, text]) => typeof text !== 'string')) this.report(key, '应是文字的对象');
    if (entries.length > ruleLimits.params) this.report(key, `不能超过 ${ruleLimits.params} 项`);
    return Object.fromEntries(
      entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  }

  /** Names every part that was not read. */
  finish(): void {
    for (const key of Object.keys(this.json)) if (!this.known.has(key)) this.report(key, '规则没有这一部分');
  }

  private array(key: string, limit: number): unknown[] {
    const value = this.take(key) ?? [];
    if (!Array.isArray(value)) this.report(key, '应是列表');
    else if (value.length > limit) this.report(key, `不能超过 ${limit} 项`);
    else return value;
    return [];
  }

  private report(key: string, message: string): void {
    this.problems.push({ field: this.pathOf(key), message });
  }

  private pathOf(key: string): string {
    return [this.place, key].filter(Boolean).join('.');
  }
}
