import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { recordIdPattern, traceIdPattern } from '#domain/workflow/trace-id.ts';
import { orderFields } from '#server/framework/routing/order-reference.ts';

interface JsonSchema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  /** A union that is decided by one field. */
  oneOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  minItems?: number;
  minLength?: number;
  minimum?: number;
  format?: string;
  pattern?: string;
}

/** Values that a field of this name needs to be meaningful in any call. */
export type KnownValues = Readonly<Record<string, unknown>>;

const formats: Record<string, string> = {
  uuid: '018f0000-0000-7000-8000-000000000000',
  date: '2026-03-02',
  'date-time': '2026-03-02T02:00:00.000Z',
};

/**
 * Returns the smallest valid input of a call: fields with a known name get that value, the others a value of
 * their type. Throws if this is not valid: then the field needs a known value.
 */
export function sampleInput(endpoint: Endpoint, known: KnownValues) {
  const part = (name: 'params' | 'query' | 'body') => {
    const schema = endpoint[name];
    const value = sampleOf(
      z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema,
      known,
    );
    const parsed = schema.safeParse(value);
    if (!parsed.success) {
      throw new Error(`${endpoint.method} ${endpoint.path} needs a known value: ${parsed.error.message}`);
    }
    return value;
  };
  const params = Object.fromEntries(
    Object.entries(part('params') as object).map(([name, value]) => [name, String(value)]),
  );
  return { params, query: part('query'), body: part('body') } as {
    params: Record<string, string>;
    query: Record<string, string>;
    body: Record<string, unknown>;
  };
}

function sampleOf(schema: JsonSchema, known: KnownValues): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return sampleOf(choices[0] ?? {}, known);
  switch (schema.type) {
    case 'object': {
      const names = Object.keys(schema.properties ?? {});
      const includedNames = names.filter((name) => schema.required?.includes(name) || name in known);
      return Object.fromEntries(
        includedNames.map((name) => {
          const property = schema.properties?.[name] ?? {};
          return [name, knownAs(property, known[name]) ?? sampleOf(property, known)];
        }),
      );
    }
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => sampleOf(schema.items ?? {}, known));
    case 'integer':
    case 'number':
      return schema.minimum !== undefined && schema.minimum > 0 ? schema.minimum : 1;
    case 'boolean':
      return false;
    default:
      if (schema.pattern === traceIdPattern.source && 'traceId' in known) return known.traceId;
      return formats[schema.format ?? ''] ?? 'x'.repeat(Math.max(1, schema.minLength ?? 1));
  }
}

/** Turns the known trace into the id of a row without a node, if the pattern requires one. */
function knownAs({ pattern }: JsonSchema, value: unknown): unknown {
  const isRecord = pattern === recordIdPattern.source && typeof value === 'string';
  return isRecord ? value.replace(/\.(\d+)$/, '.r$1') : value;
}

/** Checks whether a call refers to an order anywhere in its input. */
export function namesOrder(endpoint: Endpoint): boolean {
  return (['params', 'query', 'body'] as const).some((part) => {
    const schema = z.toJSONSchema(endpoint[part], { io: 'input', unrepresentable: 'any' }) as JsonSchema;
    return (schema.oneOf ?? [schema]).some(({ properties = {} }) =>
      Object.entries(properties).some(
        ([name, { pattern }]) => Object.hasOwn(orderFields, name) || pattern === traceIdPattern.source,
      ),
    );
  });
}
