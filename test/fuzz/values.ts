import type { Random } from '#server/seeds/demo/random.ts';

/** The part of JSON Schema that zod generates for our inputs. */
export interface Schema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  anyOf?: Schema[];
  /** A union that is decided by one field. */
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
}

const days = ['2026-03-02', '2026-02-27', '1949-10-01', '0001-01-01', '9999-12-31', '2024-02-29'];
const sampleTexts = [
  '同意',
  '张',
  'a',
  '0',
  '3',
  '%',
  '_',
  '\\',
  "'",
  '电梯',
  'petition-letter',
  '<b>',
  '𠮷野',
  '\n',
  ' ',
];

/** Returns a value of the schema (patterns are ignored), with values at its limits more often than by pure chance. */
export function sampleOf(
  schema: Schema,
  random: Random,
  known: (field: string) => unknown,
  field = '',
): unknown {
  if (schema.type !== 'object') {
    const value = random.chance(0.9) ? known(field) : undefined;
    if (value !== undefined) return value;
  }
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return sampleOf(random.pick(choices), random, known, field);
  const sampleOfPart = (one: Schema, name: string) => sampleOf(one, random, known, name);
  switch (schema.type) {
    case 'object': {
      const named = Object.entries(schema.properties ?? {})
        .filter(([name]) => schema.required?.includes(name) || random.chance(0.4))
        .map(([name, one]) => [name, sampleOfPart(one, name)]);
      const free =
        typeof schema.additionalProperties === 'object' ? [['subject', random.pick(sampleTexts)]] : [];
      return Object.fromEntries([...named, ...free]);
    }
    case 'array': {
      const { minItems = 0, maxItems = 3 } = schema;
      const length = random.chance(0.05) ? maxItems : random.int(minItems, Math.min(maxItems, minItems + 2));
      return Array.from({ length }, () => sampleOfPart(schema.items ?? {}, field));
    }
    case 'integer':
    case 'number':
      return sampleNumber(schema, random);
    case 'boolean':
      return random.chance(0.5);
    case 'string':
      return sampleText(schema, random);
    default:
      return random.pick<unknown>([...sampleTexts, 1, true, null, [], {}]);
  }
}

function sampleNumber({ minimum = -10, maximum = 10 }: Schema, random: Random): number {
  const typical = Math.max(minimum, Math.min(maximum, random.int(0, 5)));
  return random.pick([minimum, maximum, typical, typical, typical]);
}

function sampleText({ format, minLength = 0, maxLength = 40 }: Schema, random: Random): string {
  if (format === 'uuid') return `018f${random.int(1000, 9999)}-0000-7000-8000-000000000000`;
  if (format === 'date') return random.pick(days);
  if (format === 'date-time') return `${random.pick(days)}T02:00:00.000Z`;
  const length = random.chance(0.1) ? Math.min(maxLength, 20_000) : minLength;
  const text = random.chance(0.1) ? random.pick(['字', '😀', 'x']).repeat(length) : random.pick(sampleTexts);
  return text.padEnd(minLength, 'x').slice(0, maxLength);
}

const nestedValue = (depth: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = level % 2 ? [value] : { a: value };
  return value;
};

/** Values that attackers or faulty clients may send. */
const hostileValues: readonly ((random: Random) => unknown)[] = [
  () => null,
  () => true,
  () => 0,
  () => -1,
  () => 1.5,
  () => 32_768,
  () => 2 ** 31,
  () => -(2 ** 31) - 1,
  () => Number.MAX_SAFE_INTEGER + 1,
  () => 1e308,
  () => '',
  () => '   ',
  () => '\u0000',
  () => 'a\ud800b',
  () => '\u202e\u200b\ufeff',
  () => 'x'.repeat(100_000),
  () => '😀'.repeat(3000),
  () => "'; drop table work_orders; --",
  () => '{{7*7}}',
  () => '../../etc/passwd',
  () => '__proto__',
  () => 'constructor',
  () => '-'.repeat(36),
  () => `${'-'.repeat(36)}.1`,
  () => '00000000-0000-0000-0000-000000000000',
  () => 'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  () => '018f0000-0000-7000-8000-000000000000.99999',
  () => '0001-01-01',
  () => '0000-00-00',
  () => '9999-12-31',
  () => '2026-02-30',
  () => '+275760-09-13T00:00:00.000Z',
  () => '0001-01-01T00:00:00Z',
  () => '1e5',
  () => '0x10',
  () => '٣',
  () => 'NaN',
  () => '-0',
  () => ',,,,',
  () => '9'.repeat(400),
  () => [],
  () => ({}),
  () => [[[]]],
  () => ({ length: 10, toString: 'x' }),
  () => nestedValue(31),
  () => nestedValue(40),
  () => nestedValue(3000),
  () => Array.from({ length: 3000 }, () => 'x'),
  () => Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`k${index}`, index])),
  (random) => random.int(-1_000_000, 1_000_000),
  (random) => String.fromCodePoint(random.int(32, 0xd7ff)).repeat(random.int(1, 300)),
];

/** Returns the value with one part replaced, removed, doubled or added. */
export function mutateValue(value: unknown, random: Random): unknown {
  const bad = random.pick(hostileValues)(random);
  if (Array.isArray(value) && value.length > 0 && random.chance(0.85)) {
    const changedIndex = random.int(0, value.length - 1);
    if (random.chance(0.1)) return [...value, value[changedIndex]];
    return value.map((item, index) => (index === changedIndex ? mutateValue(item, random) : item));
  }
  if (typeof value === 'object' && value !== null && random.chance(0.95)) {
    const entries = Object.entries(value);
    if (entries.length === 0 || random.chance(0.1)) {
      return { ...value, [random.pick(['colour', '__proto_', '', 'a.b', '\u0000'])]: bad };
    }
    const [name, inner] = random.pick(entries);
    if (random.chance(0.1)) return Object.fromEntries(entries.filter(([other]) => other !== name));
    return { ...value, [name]: mutateValue(inner, random) };
  }
  return bad;
}
