/** Parses an expression into its tree; unsupported parts of FEEL are refused by name. */
import { compilePattern } from '../patterns/safe-pattern.ts';
import { codePattern } from '../texts/code-pattern.ts';
import { type Decimal, readDecimal } from './decimal.ts';
import { feelFunctions, isFunctionName } from './functions.ts';
import { expressionLimits } from './limits.ts';
import { type ExpressionToken, tokensOf, UnreadableError } from './tokens.ts';
import type { Expression, Test } from './tree.ts';
import type { Arithmetic, ComparisonOperator } from './values.ts';

/** Reserved words of FEEL, and those of them that an expression may not use. */
const reserved = new Set('and or in between if then else some every satisfies true false null'.split(' '));
const unsupported = new Set(['for', 'return', 'function', 'instance', 'external']);

const comparisons: ReadonlySet<string> = new Set(['=', '!=', '<', '<=', '>', '>=']);
const literals: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null };

/** Recursive-descent parser; each method reads one level of FEEL's precedence. */
class Reader {
  readonly #tokens: readonly ExpressionToken[];
  readonly #names: Set<string>;
  readonly #allowed: AllowedFunctions;
  #position = 0;
  #depth = 0;

  constructor(source: string, names: readonly string[], allowed: AllowedFunctions) {
    this.#allowed = allowed;
    this.#names = new Set(names);
    this.#tokens = tokensOf(source, names);
  }

  readAll(): Expression {
    const expression = this.#expression();
    if (this.#next.kind !== 'end') throw this.#unexpected();
    return expression;
  }

  get #next(): ExpressionToken {
    return this.#tokens[this.#position] ?? { kind: 'end', text: '', position: 0 };
  }

  #is(text: string): boolean {
    const { kind, text: tokenText } = this.#next;
    return tokenText === text && (kind === 'name' || kind === 'symbol');
  }

  #consumeIf(text: string): boolean {
    if (!this.#is(text)) return false;
    this.#position++;
    return true;
  }

  #expect(text: string): void {
    if (!this.#consumeIf(text)) throw this.#unexpected();
  }

  #unexpected(): UnreadableError {
    const { kind, text, position } = this.#next;
    if (kind === 'name' && unsupported.has(text)) return new UnreadableError(position, `不支持“${text}”`);
    if (kind === 'symbol' && ['**', '{', '@', '['].includes(text))
      return new UnreadableError(position, `不支持“${text}”`);
    return new UnreadableError(position);
  }

  /** Returns the error with a reason, at the token that was read last. */
  #unreadable(reason?: string): UnreadableError {
    return new UnreadableError(this.#tokens[Math.max(0, this.#position - 1)]?.position ?? 0, reason);
  }

  /** Every recursion passes through here, so that nesting is bounded. */
  #nested<Result>(read: () => Result): Result {
    this.#depth++;
    if (this.#depth > expressionLimits.depth) {
      throw this.#unreadable(`嵌套过深（不能超过 ${expressionLimits.depth} 层）`);
    }
    const result = read();
    this.#depth--;
    return result;
  }

  #expression(): Expression {
    return this.#nested(() => {
      if (this.#is('if')) return this.#if();
      if (this.#is('some') || this.#is('every')) return this.#quantified();
      return this.#chain('or', () => this.#chain('and', () => this.#comparison()));
    });
  }

  #chain(word: 'and' | 'or', part: () => Expression): Expression {
    const first = part();
    if (!this.#is(word)) return first;
    const parts = [first];
    while (this.#consumeIf(word)) parts.push(part());
    return { kind: word, parts };
  }

  #if(): Expression {
    this.#expect('if');
    const condition = this.#expression();
    this.#expect('then');
    const then = this.#expression();
    this.#expect('else');
    return { kind: 'if', condition, then, otherwise: this.#expression() };
  }

  /** Reads `some x in list satisfies …`; the name is valid only inside, and may not hide an outer name. */
  #quantified(): Expression {
    const kind = this.#consumeIf('some') ? 'some' : 'every';
    if (kind === 'every') this.#expect('every');
    const { kind: tokenKind, text: name } = this.#next;
    if (tokenKind !== 'name' || reserved.has(name)) throw this.#unexpected();
    if (this.#names.has(name)) throw this.#unreadable(`的“${name}”与已有的变量重名`);
    this.#position++;
    this.#expect('in');
    const list = this.#expression();
    if (this.#is(',')) throw this.#unreadable(`的“${kind}”只支持一个变量`);
    this.#expect('satisfies');
    this.#names.add(name);
    const satisfies = this.#expression();
    this.#names.delete(name);
    return { kind, name, list, satisfies };
  }

  #comparison(): Expression {
    const left = this.#sum();
    const { kind, text } = this.#next;
    if (kind === 'symbol' && comparisons.has(text)) {
      this.#position++;
      return { kind: 'compare', operator: text as ComparisonOperator, left, right: this.#sum() };
    }
    if (this.#consumeIf('in')) return { kind: 'in', value: left, tests: this.#tests() };
    if (!this.#consumeIf('between')) return left;
    const from = this.#sum();
    this.#expect('and');
    const range: Test = { kind: 'range', from, to: this.#sum(), includesFrom: true, includesTo: true };
    return { kind: 'in', value: left, tests: [range] };
  }

  /** Reads the right-hand side of `in`: a list of tests in round brackets, or one test. */
  #tests(): Test[] {
    if (!this.#is('(')) return [this.#test()];
    const start = this.#position;
    this.#position++;
    const first = this.#test();
    if (this.#is('..')) {
      this.#position = start;
      return [this.#test()];
    }
    const tests = [first];
    while (this.#consumeIf(',')) tests.push(this.#test());
    this.#expect(')');
    return tests;
  }

  #test(): Test {
    const { kind, text } = this.#next;
    if (kind === 'symbol' && comparisons.has(text)) {
      this.#position++;
      return { kind: 'bound', operator: text as ComparisonOperator, limit: this.#sum() };
    }
    return (
      (this.#is('(') || this.#is('[') || this.#is(']') ? this.#range() : null) ?? {
        kind: 'among',
        container: this.#sum(),
      }
    );
  }

  /**
   * Reads `[a..b]`, open at a side that is written `(`, `]` or `)`, `[`; null if the bracket opens something
   * else.
   */
  #range(): Test | null {
    const start = this.#position;
    const includesFrom = this.#consumeIf('[');
    if (!includesFrom) this.#position++;
    const from = this.#nested(() => (this.#is(']') ? null : this.#sum()));
    if (from === null || !this.#consumeIf('..')) {
      this.#position = start;
      return null;
    }
    const to = this.#sum();
    const includesTo = this.#consumeIf(']');
    if (!includesTo && !this.#consumeIf(')') && !this.#consumeIf('[')) throw this.#unexpected();
    return { kind: 'range', from, to, includesFrom, includesTo };
  }

  #sum(): Expression {
    return this.#operation(['+', '-'], () => this.#operation(['*', '/'], () => this.#signed()));
  }

  #operation(operators: readonly Arithmetic[], part: () => Expression): Expression {
    let left = part();
    for (;;) {
      const operator = operators.find((sign) => this.#consumeIf(sign));
      if (operator === undefined) return left;
      left = { kind: 'arithmetic', operator, left, right: part() };
    }
  }

  #signed(): Expression {
    if (!this.#consumeIf('-')) return this.#path();
    return { kind: 'negative', operand: this.#nested(() => this.#signed()) };
  }

  #path(): Expression {
    let expression = this.#operand();
    while (this.#consumeIf('.')) {
      const { kind, text } = this.#next;
      if (kind !== 'name') throw this.#unexpected();
      this.#position++;
      expression = { kind: 'path', operand: expression, field: text };
    }
    return expression;
  }

  #operand(): Expression {
    const { kind, text } = this.#next;
    if (kind === 'text' || kind === 'number') {
      this.#position++;
      return { kind: 'value', value: kind === 'number' ? this.#number(text) : text };
    }
    if (this.#consumeIf('(')) {
      const inner = this.#expression();
      this.#expect(')');
      return inner;
    }
    if (this.#consumeIf('[')) return { kind: 'list', items: this.#listUntil(']') };
    if (kind !== 'name' || unsupported.has(text)) throw this.#unexpected();
    this.#position++;
    if (Object.hasOwn(literals, text)) return { kind: 'value', value: literals[text] ?? null };
    if (reserved.has(text)) throw this.#unreadable();
    if (this.#consumeIf('(')) return this.#call(text);
    if (!this.#names.has(text)) throw this.#unreadable(`使用了未定义的变量“${text}”`);
    return { kind: 'name', name: text };
  }

  #number(text: string): Decimal {
    const value = readDecimal(text.startsWith('.') ? `0${text}` : text);
    if (value === undefined) throw this.#unreadable('的数字过长');
    return value;
  }

  #listUntil(close: string): Expression[] {
    const items: Expression[] = [];
    if (this.#consumeIf(close)) return items;
    do items.push(this.#expression());
    while (this.#consumeIf(','));
    this.#expect(close);
    return items;
  }

  #call(name: string): Expression {
    // The name and the opening bracket have just been read.
    const position = this.#tokens[this.#position - 2]?.position ?? 0;
    const unreadable = (reason: string) => new UnreadableError(position, reason);
    const args = this.#listUntil(')');
    if (name === 'rule' && this.#allowed.hasRules) {
      const rule = ruleIn(args);
      if (rule === undefined) throw unreadable('的函数“rule”应写明规则编码，如 rule("place-area")');
      return rule;
    }
    if (!isFunctionName(name)) throw unreadable(`使用了不存在或不支持的函数“${name}”`);
    const [min, max] = feelFunctions[name].argumentCounts;
    if (feelFunctions[name].needsCalendar && !this.#allowed.hasCalendar)
      throw unreadable(`使用了不存在或不支持的函数“${name}”`);
    if (args.length < min || args.length > max) throw unreadable(`的函数“${name}”参数个数不对`);
    if (name !== 'matches') return { kind: 'call', name, args };
    const [text, patternArgument] = args;
    if (
      text === undefined ||
      patternArgument?.kind !== 'value' ||
      typeof patternArgument.value !== 'string'
    ) {
      throw unreadable('的函数“matches”的正则表达式必须直接写出');
    }
    const pattern = compilePattern(patternArgument.value);
    if ('reason' in pattern) throw unreadable(`的${pattern.reason}`);
    return { kind: 'matches', text, pattern };
  }
}

/** Returns a use of a rule of the library, whose id must be written out, so that its users can be listed. */
function ruleIn([id, other]: readonly Expression[]): Expression | undefined {
  const code = id?.kind === 'value' ? id.value : undefined;
  if (typeof code !== 'string' || !codePattern.test(code) || other !== undefined) return undefined;
  return { kind: 'rule', code };
}

/** The reason why an expression cannot be used, and the index of the character where it shows. */
export interface UnreadableExpression {
  reason: string;
  position: number;
}

/** Functions that only some expressions may use. */
interface AllowedFunctions {
  /** Functions of days that depend on the calendar: `today`, working days. */
  hasCalendar?: boolean;
  /** Results of rules of the library. */
  hasRules?: boolean;
}

/** Returns the tree of an expression that may use these names, or its problem as Chinese text. */
export function readExpression(
  source: string,
  names: readonly string[],
  allowed: AllowedFunctions = {},
): Expression | UnreadableExpression {
  if (source.length > expressionLimits.length)
    return { reason: `过长（不能超过${expressionLimits.length}个字符）`, position: expressionLimits.length };
  try {
    return new Reader(source, names, allowed).readAll();
  } catch (error) {
    if (error instanceof UnreadableError) return { reason: error.message, position: error.position };
    throw error;
  }
}
