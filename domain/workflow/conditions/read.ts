/** Parses a condition into its tree; unsupported parts of FEEL are refused by name. */
import { compilePattern } from '../../forms/safe-pattern.ts';
import { ruleIdPattern } from '../../rules/model.ts';
import { conditionLimits } from '../model/limits.ts';
import { feelFunctions, isFunctionName } from './functions.ts';
import { type ConditionToken, tokensOf, UnreadableConditionError, unreadableCondition } from './tokens.ts';
import type { Expression, Test } from './tree.ts';
import type { Arithmetic, ComparisonOperator } from './values.ts';

/** Reserved words of FEEL, and those of them that a condition may not use. */
const reserved = new Set('and or in between if then else some every satisfies true false null'.split(' '));
const unsupported = new Set(['for', 'return', 'function', 'instance', 'external']);

const comparisons: ReadonlySet<string> = new Set(['=', '!=', '<', '<=', '>', '>=']);
const literals: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null };

/** Recursive-descent parser; each method reads one level of FEEL's precedence. */
class Reader {
  readonly #tokens: readonly ConditionToken[];
  readonly #names: Set<string>;
  #position = 0;
  #depth = 0;

  constructor(source: string, names: readonly string[]) {
    this.#names = new Set(names);
    this.#tokens = tokensOf(source, names);
  }

  readAll(): Expression {
    const expression = this.#expression();
    if (this.#next.kind !== 'end') throw this.#unexpected();
    return expression;
  }

  get #next(): ConditionToken {
    return this.#tokens[this.#position] ?? { kind: 'end', text: '' };
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

  #unexpected(): UnreadableConditionError {
    const { kind, text } = this.#next;
    if (kind === 'name' && unsupported.has(text)) return unreadableCondition(`不支持“${text}”`);
    if (kind === 'symbol' && ['**', '{', '@', '['].includes(text))
      return unreadableCondition(`不支持“${text}”`);
    return unreadableCondition();
  }

  /** Every recursion passes through here, so that nesting is bounded. */
  #nested<Result>(read: () => Result): Result {
    this.#depth++;
    if (this.#depth > conditionLimits.depth) {
      throw unreadableCondition(`嵌套过深（不能超过 ${conditionLimits.depth} 层）`);
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
    if (this.#names.has(name)) throw unreadableCondition(`的“${name}”与已有的变量重名`);
    this.#position++;
    this.#expect('in');
    const list = this.#expression();
    if (this.#is(',')) throw unreadableCondition(`的“${kind}”只支持一个变量`);
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
      return { kind: 'value', value: kind === 'number' ? Number(text) : text };
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
    if (reserved.has(text)) throw unreadableCondition();
    if (this.#consumeIf('(')) return this.#call(text);
    if (!this.#names.has(text)) throw unreadableCondition(`使用了未定义的变量“${text}”`);
    return { kind: 'name', name: text };
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
    const args = this.#listUntil(')');
    if (name === 'rule') return ruleIn(args);
    if (!isFunctionName(name)) throw unreadableCondition(`使用了不存在或不支持的函数“${name}”`);
    const [min, max] = feelFunctions[name].argumentCounts;
    if (args.length < min || args.length > max) throw unreadableCondition(`的函数“${name}”参数个数不对`);
    if (name !== 'matches') return { kind: 'call', name, args };
    const [text, patternArgument] = args;
    if (
      text === undefined ||
      patternArgument?.kind !== 'value' ||
      typeof patternArgument.value !== 'string'
    ) {
      throw unreadableCondition('的函数“matches”的正则表达式必须直接写出');
    }
    const pattern = compilePattern(patternArgument.value);
    if ('reason' in pattern) throw unreadableCondition(`的${pattern.reason}`);
    return { kind: 'matches', text, pattern };
  }
}

/** Returns a use of a rule of the library, whose id must be written out, so that its users can be listed. */
function ruleIn([id, other]: readonly Expression[]): Expression {
  const code = id?.kind === 'value' ? id.value : undefined;
  if (typeof code !== 'string' || !ruleIdPattern.test(code) || other !== undefined)
    throw unreadableCondition('的函数“rule”应写明规则编码，如 rule("place-area")');
  return { kind: 'rule', code };
}

/** Returns the tree of a condition that may use these names, or its problem as Chinese text. */
export function readCondition(source: string, names: readonly string[]): Expression | { reason: string } {
  if (source.length > conditionLimits.length) {
    return { reason: `过长（不能超过${conditionLimits.length}个字符）` };
  }
  try {
    return new Reader(source, names).readAll();
  } catch (error) {
    if (error instanceof UnreadableConditionError) return { reason: error.message };
    throw error;
  }
}
