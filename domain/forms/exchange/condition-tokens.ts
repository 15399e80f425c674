/** Languages of conditions: JavaScript expressions of Formily, FEEL of form-js, and expressions of SurveyJS. */
export type Dialect = 'formily' | 'formJs' | 'surveyJs';

/** One token of a condition in any of the three languages. */
export type SourceToken =
  | { is: 'name'; name: string; isLength: boolean }
  | { is: 'constant'; value: string | number | boolean | null }
  | { is: 'relation'; relation: Relation }
  | { is: 'mark'; mark: Mark };

/** `has` is the method `includes` of JavaScript, `hasCall` the function of FEEL that does the same. */
type Mark = 'and' | 'or' | 'not' | '(' | ')' | '[' | ']' | ',' | 'has' | 'hasCall';

export type Relation =
  | '='
  | '!='
  | '>'
  | '<'
  | '>='
  | '<='
  | 'contains'
  | 'notContains'
  | 'anyOf'
  | 'allOf'
  | 'empty'
  | 'notEmpty';

const order = { '>': '>', '<': '<', '>=': '>=', '<=': '<=' } as const;

const relations: Readonly<Record<Dialect, Readonly<Record<string, Relation>>>> = {
  formily: { ...order, '===': '=', '==': '=', '!==': '!=', '!=': '!=' },
  formJs: { ...order, '=': '=', '!=': '!=', in: 'anyOf' },
  surveyJs: {
    ...order,
    '=': '=',
    '==': '=',
    equal: '=',
    '<>': '!=',
    '!=': '!=',
    notequal: '!=',
    greater: '>',
    less: '<',
    greaterorequal: '>=',
    lessorequal: '<=',
    contains: 'contains',
    contain: 'contains',
    notcontains: 'notContains',
    notcontain: 'notContains',
    anyof: 'anyOf',
    allof: 'allOf',
    empty: 'empty',
    notempty: 'notEmpty',
  },
};

const brackets = { '(': '(', ')': ')', '[': '[', ']': ']', ',': ',' } as const;

const marks: Readonly<Record<Dialect, Readonly<Record<string, Mark>>>> = {
  formily: { ...brackets, '&&': 'and', '||': 'or', '!': 'not', '.includes': 'has', '?.includes': 'has' },
  formJs: { ...brackets, and: 'and', or: 'or', not: 'not', 'list contains': 'hasCall', contains: 'hasCall' },
  surveyJs: {
    ...brackets,
    and: 'and',
    '&&': 'and',
    '&': 'and',
    or: 'or',
    '||': 'or',
    '|': 'or',
    '!': 'not',
    negate: 'not',
  },
};

const constants: Readonly<Record<string, boolean | null>> = {
  true: true,
  false: false,
  null: null,
  undefined: null,
};

/** A part of a text: a text in quotes, a reference in braces, a number, a word with its members, or a sign. */
const part =
  /\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|\{([^{}]+)\}|(-?\d+(?:\.\d+)?)(?![\p{L}\d_])|(list contains(?=\()|\??\.includes(?=\()|[\p{L}_$][\p{L}\p{N}_$]*(?:(?!\??\.includes\()\??\.[\p{L}_$][\p{L}\p{N}_$]*|\[\d{1,4}\])*)|(===|!==|==|!=|<>|>=|<=|&&|\|\||[=<>!()[\],&|]))/uy;

/** Splits a condition into tokens; undefined if the text has a part that no condition here can have. */
export function tokensOf(text: string, dialect: Dialect): SourceToken[] | undefined {
  const source = text.trim();
  const tokens: SourceToken[] = [];
  part.lastIndex = 0;
  while (part.lastIndex < source.length) {
    const match = part.exec(source);
    if (match === null) return undefined;
    const [, double, single, reference, number, word, sign] = match;
    const quoted = double ?? single;
    const token =
      quoted !== undefined
        ? constant(quoted.replaceAll(/\\(.)/gu, '$1'))
        : number !== undefined
          ? constant(Number(number))
          : reference !== undefined
            ? referenceToken(reference, dialect)
            : (signToken(sign ?? word ?? '', dialect) ?? wordToken(word, dialect));
    if (token === undefined) return undefined;
    tokens.push(token);
  }
  return tokens;
}

const constant = (value: string | number | boolean | null): SourceToken => ({ is: 'constant', value });

function referenceToken(reference: string, dialect: Dialect): SourceToken | undefined {
  return dialect === 'surveyJs' ? { is: 'name', name: reference.trim(), isLength: false } : undefined;
}

function signToken(sign: string, dialect: Dialect): SourceToken | undefined {
  const key = dialect === 'surveyJs' ? sign.toLowerCase() : sign;
  if (Object.hasOwn(marks[dialect], key)) return { is: 'mark', mark: marks[dialect][key] as Mark };
  if (!Object.hasOwn(relations[dialect], key)) return undefined;
  return { is: 'relation', relation: relations[dialect][key] as Relation };
}

const lengthMember = /\??\.length$/;

function wordToken(word: string | undefined, dialect: Dialect): SourceToken | undefined {
  if (word === undefined) return undefined;
  if (Object.hasOwn(constants, word)) return constant(constants[word] ?? null);
  // A word of SurveyJS without braces is no field.
  if (dialect === 'surveyJs') return undefined;
  const isLength = dialect === 'formily' && lengthMember.test(word);
  return { is: 'name', name: isLength ? word.replace(lengthMember, '') : word, isLength };
}
