/**
 * Replaces `zod` in the browser's bundle. A call there needs only the method, path and encoding of its
 * endpoint; the server checks the schemas, which would cost every user 40 kB. So every schema is this one
 * inert object. NOTE: checking input by a schema in the browser does not work and throws; the rules for
 * screens are in `domain`.
 */
const schema: unknown = new Proxy(() => undefined, {
  get(_target, name) {
    if (typeof name === 'symbol' || name === 'then') return undefined;
    if (/parse|encode|decode/i.test(name)) {
      throw new Error('Schemas are not part of the browser bundle: use a rule of the domain.');
    }
    return schema;
  },
  apply: () => schema,
});

export const z = schema;
