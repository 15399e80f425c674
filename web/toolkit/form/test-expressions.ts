import fc from 'fast-check';

/** Expressions over earlier fields and those inside them, of every type that a field may have. */
export const expressionOf = (ids: readonly string[]) => {
  const [first = '1', second = '1'] = [ids.at(-1), ids.at(-2)];
  return fc.constantFrom(
    `sum(${first}, ${second}) * 0.1`,
    `${first} / ${second}`,
    `count([${first}, ${second}])`,
    `if ${first} = "甲" then 5 else 1.5`,
    `string(${first}) + "乙"`,
    `if ${first} = 5 then "甲" else string(${second})`,
    `add days("2026-11-01", ${first})`,
    'today()',
    `sum(${first}.p, ${second}.q)`,
    `sum(${first}.p)`,
    `count(${first}) + count(${second}.n)`,
    `sum(${first}.n.a)`,
    `${first}.p`,
    `${first}.n.q`,
    `some row in ${first} satisfies row.a = 5`,
  );
};
